# Required third-party libraries, all from packages.txt, found once for every folder. Each target
# names those that it links.

find_package(Boost REQUIRED CONFIG)   # Boost::headers
find_package(Eigen3 REQUIRED NO_MODULE)  # Eigen3::Eigen
find_package(CLI11 REQUIRED)          # CLI11::CLI11
find_package(fmt REQUIRED)            # fmt::fmt
find_package(nlohmann_json REQUIRED)  # nlohmann_json::nlohmann_json
find_package(pugixml REQUIRED)        # pugixml::pugixml
find_package(tl-expected REQUIRED)    # tl::expected
find_package(yaml-cpp REQUIRED)       # yaml-cpp::yaml-cpp
if(NOT TARGET yaml-cpp::yaml-cpp)     # its name before 0.8
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(XXHASH REQUIRED QUIET IMPORTED_TARGET libxxhash)  # PkgConfig::XXHASH
