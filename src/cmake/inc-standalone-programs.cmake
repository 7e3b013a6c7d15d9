# What ns-3's build would do around a module: examples, scratch, the test runner and the tests.

set(libinc inc)
add_subdirectory(${CMAKE_SOURCE_DIR}/examples)

# Every .cc dropped into scratch/ is a program.
file(GLOB scratch_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/scratch/*.cc)
foreach(file ${scratch_files})
  get_filename_component(name ${file} NAME_WLE)
  build_lib_example(NAME ${name} SOURCE_FILES ${file} LIBRARIES_TO_LINK ${libinc})
endforeach()

add_dependencies(inc-programs inc)

if(INC_TESTS)
  enable_testing()
  add_subdirectory(${CMAKE_SOURCE_DIR}/test)
endif()
