# What ns-3's build would do around a module: examples, scratch, the test runner and the tests.

set(libinc inc)
add_subdirectory(${CMAKE_SOURCE_DIR}/examples)

# Every .cc dropped into scratch/ is a program.
file(GLOB scratch_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/scratch/*.cc)
foreach(file ${scratch_files})
  get_filename_component(name ${file} NAME_WE)
  build_lib_example(NAME ${name} SOURCE_FILES ${file}
                    LIBRARIES_TO_LINK inc ${libapplications} ${libpoint-to-point})
endforeach()

enable_testing()
add_subdirectory(${CMAKE_SOURCE_DIR}/test)
