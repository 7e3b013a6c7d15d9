# Most of what a compiler does here is to read headers. Several files of a folder at a time make a
# first build several times cheaper; who brings a compiler launcher wants a file at a time, and an
# ns-3 tree, which does, compiles each file with just what it includes.
set(inc_batches_default OFF)
if(INC_STANDALONE AND NOT INC_LAUNCHER_GIVEN AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.20)
  set(inc_batches_default ON)
endif()
option(INC_BATCHES "Compile the files of a folder several at a time" ${inc_batches_default})

# Usage: inc_compile_in_batches(MOST FILE...), once the targets of the present CMake folder are there:
# MOST files are one batch.
# Only files of one folder, whose names do not clash, become a batch; each keeps a log component of
# its own.
function(inc_compile_in_batches most)
  if(NOT INC_BATCHES)
    return()
  endif()
  foreach(file ${ARGN})
    # One with definitions of its own is compiled alone.
    get_source_file_property(definitions ${file} COMPILE_DEFINITIONS)
    if(definitions)
      continue()
    endif()
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    list(APPEND files_${folder} ${file})
    list(LENGTH files_${folder} count)
    math(EXPR batch "(${count} - 1) / ${most}")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP "${folder}-${batch}")
  endforeach()
  # An ns-3 tree names them as its release does, and makes a target of objects beside a library's.
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "SHARED|OBJECT|EXECUTABLE")
      set_target_properties(${target} PROPERTIES
                            UNITY_BUILD ON UNITY_BUILD_MODE GROUP
                            UNITY_BUILD_UNIQUE_ID INC_LOG_OF_THIS_FILE
                            UNITY_BUILD_CODE_BEFORE_INCLUDE "#define g_log INC_LOG_OF_THIS_FILE")
      # To the compiler each file of a batch is a header, whose anonymous namespace others see.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endforeach()
endfunction()
