// Machines that hwloc recorded, against what hwloc itself says of them beside each.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/discover/discover.h"
#include "hw/discover/sources/cpumap.h"
#include "hw/world/recording/recording.h"
#include "hw/world/recording/worlds.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::hw::discover {
namespace hwloc_machines_test {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

const fs::path kMachines = "../shared/topologies/hwloc";

std::string content_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// By package the NUMA nodes in it, as lstopo's text has them: what is in it stands further right.
std::map<int, std::set<int>> packages_in_console(const std::string& text) {
  static const std::regex kPart("^( *)(Package|NUMANode) L#[0-9]+ \\(P#([0-9]+)");
  std::map<int, std::set<int>> packages;
  std::istringstream stream(text);
  int package = -1;
  for (std::string line; std::getline(stream, line);) {
    constexpr std::size_t kPackageIndent = 2;
    if (line.find_first_not_of(' ') <= kPackageIndent) package = -1;
    std::smatch part;
    if (!std::regex_search(line, part, kPart)) continue;
    if (part[2] == "Package") {
      package = std::stoi(part[3]);
    } else if (package >= 0) {
      packages[package].insert(std::stoi(part[3]));
    }
  }
  return packages;
}

std::set<int> packages_in_xml(const std::string& text) {
  static const std::regex kPackage("<object type=\"(Package|Socket)\" os_index=\"([0-9]+)\"");
  std::set<int> packages;
  for (std::sregex_iterator at(text.begin(), text.end(), kPackage), end; at != end; ++at) {
    packages.insert(std::stoi((*at)[2]));
  }
  return packages;
}

/// Without what nobody here asks for, of which there are thousands of files.
std::string unpacking(const fs::path& archive, const std::string& folder) {
  return fmt::format(
      "tar xjf '{}' -C '{}' --exclude='*/node/node*/memory*' --exclude='*/node/node*/cpu[0-9]*' "
      "--exclude='*/cache' --exclude='*/cpuidle' --exclude='*/cpufreq' --exclude='*/power' "
      "--exclude='*/target*' --exclude='*/block' --exclude='*/dev/cpuset' --exclude='*/virtual'",
      archive.string(), folder);
}

class HwlocMachine : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const fs::path archive = kMachines / (std::string(GetParam()) + ".tar.bz2");
    if (!fs::exists(archive)) GTEST_SKIP() << archive << " is not there";
    if (std::system(unpacking(archive, folder_.path()).c_str()) != 0) {
      GTEST_SKIP() << "no tar with bzip2 to unpack it";
    }
    auto recording = world::recording::load_recording(folder_.path() + "/" + GetParam());
    ASSERT_TRUE(recording) << recording.error().message();
    recording_ = *std::move(recording);
    if (!xml().empty()) recording_.texts[world::recording::kHwlocPath] = xml();
    facts_ = collect_facts(world::recording::ReplayedWorld(recording_));
  }

  const sources::MachineFacts& facts() const { return facts_; }
  const world::recording::Recording& recording() const { return recording_; }
  static std::string console() {
    return content_of(kMachines / (std::string(GetParam()) + ".console"));
  }
  static std::string xml() { return content_of(kMachines / (std::string(GetParam()) + ".xml")); }

 private:
  support::TemporaryFolder folder_;
  world::recording::Recording recording_;
  sources::MachineFacts facts_;
};

/// GPUs by the NUMA node that they are below.
std::map<int, int> gpus_by_node(const core::Topology& node) {
  std::map<int, int> gpus;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    ++gpus[std::get<core::Cpu>(node.device(node.parent_of(id)).info).numa_id];
  }
  return gpus;
}

/// In one test, because unpacking is what takes time.
TEST_P(HwlocMachine, IsWhatHwlocSays) {
  EXPECT_THAT(facts().numa.unread, IsEmpty());
  EXPECT_FALSE(facts().numa.arch.empty());
  EXPECT_TRUE(facts().limits.shm_bytes);  // each has its mounts
  const auto discovery = discover(world::recording::ReplayedWorld(recording()), "test");
  if (std::string(GetParam()) == "nvidiagpunumanodes") {
    // It lacks vendors; the driver's folder says which devices are NVIDIA's.
    ASSERT_TRUE(discovery) << discovery.error().message();
    EXPECT_EQ(gpus_by_node(discovery->topology), (std::map<int, int>{{0, 3}, {8, 3}}));
  } else {
    EXPECT_EQ(discovery.error().category, core::Category::Environment);
  }
  const auto& packages = facts().numa.packages;
  EXPECT_THAT(packages, ::testing::Not(IsEmpty()));
  // hwloc leaves out packages whose processors contradict each other.
  for (const int package : packages_in_xml(xml())) EXPECT_TRUE(packages.contains(package));
  for (const auto& [number, nodes] : packages_in_console(console())) {
    ASSERT_TRUE(packages.contains(number)) << number;
    for (const int node : nodes) {
      // Memory of GPUs that is a node has no processors, and hwloc puts it into the nearest
      // package.
      if (sources::cpus_in(facts().numa.cpumaps.at(node)).empty()) continue;
      EXPECT_TRUE(packages.at(number).contains(node)) << number << ' ' << node;
    }
  }
}

/// hwloc, asked as a source, contradicts nothing that the others read.
TEST_P(HwlocMachine, ReadsAsHwlocReadsIt) {
  if (xml().empty()) GTEST_SKIP() << "without hwloc's XML";
  std::string notes;
  for (const core::Diagnostic& note : facts().hwloc.notes) notes += note.message() + "\n";
  EXPECT_EQ(notes, "");
}

INSTANTIATE_TEST_SUITE_P(All, HwlocMachine,
                         ::testing::Values("40intel64-4n10c+pci-conflicts", "fakepcilocalities",
                                           "nvidia-dgx-gb10", "nvidiagpunumanodes"),
                         [](const auto& machine) { return testing::test_name(machine.param); });

}  // namespace hwloc_machines_test
}  // namespace treering::hw::discover
