# Reading headers takes most of the compiler's time, so compiling several files of a folder as one
# makes a first build several times cheaper. With a compiler launcher of the user's, files are
# compiled one by one for the sake of its cache. In an ns-3 tree they are too, so that a file which
# lacks an include fails.
set(inc_batches_default OFF)
if(INC_STANDALONE AND NOT INC_LAUNCHER_GIVEN AND CMAKE_VERSION VERSION_GREATER_EQUAL 3.20)
  set(inc_batches_default ON)
endif()
option(INC_BATCHES "Compile the files of a folder several at a time" ${inc_batches_default})

# Usage: inc_compile_in_batches(MOST FILE...): compiles up to MOST files as one. Call it after the
# targets of the current CMake folder exist.
# A batch has files of one folder, whose names must not clash. Each file keeps its own log
# component.
function(inc_compile_in_batches most)
  if(NOT INC_BATCHES)
    return()
  endif()
  foreach(file ${ARGN})
    # A file with definitions of its own is compiled alone.
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
  # In an ns-3 tree the names of targets depend on the release, and a library also has a target for
  # its objects.
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type MATCHES "SHARED|OBJECT|EXECUTABLE")
      set_target_properties(${target} PROPERTIES
                            UNITY_BUILD ON UNITY_BUILD_MODE GROUP
                            UNITY_BUILD_UNIQUE_ID INC_LOG_OF_THIS_FILE
                            UNITY_BUILD_CODE_BEFORE_INCLUDE "#define g_log INC_LOG_OF_THIS_FILE")
      # The compiler takes each file of a batch for a header, and would warn of its anonymous
      # namespace.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endforeach()
endfunction()
