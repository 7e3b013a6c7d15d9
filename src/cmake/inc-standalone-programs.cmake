# Builds what ns-3's build would build around a module: examples, scratch, the test runner and the
# tests.

set(libinc inc)
add_subdirectory(${CMAKE_SOURCE_DIR}/examples)

# As in an ns-3 tree, programs in scratch/ may use every installed module of ns-3. A program loads
# only the modules that it uses.
get_property(imported DIRECTORY ${CMAKE_SOURCE_DIR} PROPERTY IMPORTED_TARGETS)
set(ns3_modules)
foreach(target ${imported})
  get_target_property(type ${target} TYPE)
  if(target MATCHES "^ns3::" AND type STREQUAL "SHARED_LIBRARY")
    list(APPEND ns3_modules ${target})
  endif()
endforeach()
function(inc_scratch_program name file)
  build_lib_example(NAME ${name} SOURCE_FILES ${file} LIBRARIES_TO_LINK ${libinc} ${ns3_modules})
  target_link_options(${name} PRIVATE -Wl,--as-needed)
endfunction()

# Every .cc file in scratch/ becomes a program.
file(GLOB scratch_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/scratch/*.cc)
foreach(file ${scratch_files})
  get_filename_component(name ${file} NAME_WLE)
  inc_scratch_program(${name} ${file})
endforeach()

add_dependencies(inc-programs inc)

if(INC_FUZZ)
  add_subdirectory(${CMAKE_SOURCE_DIR}/test/fuzz)
elseif(INC_TESTS)
  enable_testing()
  add_subdirectory(${CMAKE_SOURCE_DIR}/test)
endif()
