// What `nvidia-smi topo -m` printed is what `show` prints of it again: for random machines, and for
// the collection of public outputs beside the repository, which is skipped where it is missing.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hw/formats/format.h"
#include "hw/formats/nvidia_smi/table.h"
#include "sim/smi_matrix.h"
#include "tests/cli/run.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_name.h"

namespace treering::cli {
namespace smi_topo_test {

using ::testing::HasSubstr;

int between(int least, int most) {
  return *rc::gen::inRange(least, most + 1);
}

/// A device of a random machine: where it hangs, from the outside in.
struct Place {
  int numa_node;
  int host_bridge;
  int root_switch;  // -1 for none, and so below
  int lower_switch;
};

/// The word for what lies between two: the nearest thing that both are below.
std::string word_between(const Place& a, const Place& b) {
  if (a.numa_node != b.numa_node) return "SYS";
  if (a.host_bridge != b.host_bridge) return "NODE";
  if (a.root_switch != b.root_switch || a.root_switch < 0) return "PHB";
  return a.lower_switch == b.lower_switch ? "PIX" : "PXB";
}

/// All in a lower switch of their own below a root switch, or all right below the root switch.
Place arbitrary_place() {
  const int root = between(-1, 1);
  return {between(0, 2), between(0, 1), root, root == 1 ? between(0, 2) : 0};
}

struct Machine {
  std::vector<Place> gpus;
  std::vector<Place> nics;
  std::vector<std::vector<int>> nvlinks;  // by GPU and GPU
};

Machine arbitrary_machine() {
  Machine machine;
  const auto gpus = static_cast<std::size_t>(between(1, 8));
  for (std::size_t i = 0; i < gpus; ++i) machine.gpus.push_back(arbitrary_place());
  for (int n = between(0, 5); n > 0; --n) machine.nics.push_back(arbitrary_place());
  machine.nvlinks.assign(gpus, std::vector<int>(gpus));
  const int kind = between(0, 2);  // none, some bridges and meshes, NVSwitch
  std::vector<int> to_switch;
  for (std::size_t i = 0; i < gpus; ++i) to_switch.push_back(between(16, 18));
  for (std::size_t i = 0; i < gpus; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      // At most 7 x 2 links directly: no GPU has more than 18.
      const int count = kind == 0   ? 0
                        : kind == 1 ? between(0, 2)
                                    : std::min(to_switch[i], to_switch[j]);
      machine.nvlinks[i][j] = machine.nvlinks[j][i] = count;
    }
  }
  return machine;
}

/// Names, cells and affinities as rows of words.
std::vector<std::vector<std::string>> rows_of(const Machine& machine) {
  std::vector<std::vector<std::string>> rows;
  const std::size_t gpus = machine.gpus.size();
  const std::size_t all = gpus + machine.nics.size();
  const auto place = [&](std::size_t i) {
    return i < gpus ? machine.gpus[i] : machine.nics[i - gpus];
  };
  for (std::size_t i = 0; i < all; ++i) {
    rows.push_back({i < gpus ? fmt::format("GPU{}", i) : fmt::format("NIC{}", i - gpus)});
    for (std::size_t j = 0; j < all; ++j) {
      const int nvlinks = i < gpus && j < gpus ? machine.nvlinks[i][j] : 0;
      rows.back().push_back(i == j         ? "X"
                            : nvlinks == 0 ? word_between(place(i), place(j))
                                           : fmt::format("NV{}", nvlinks));
    }
    if (i >= gpus) continue;
    const int node = place(i).numa_node;
    rows.back().push_back(fmt::format("{}-{}", 8 * node, 8 * node + 7));
    rows.back().push_back(fmt::format("{}", node));
  }
  return rows;
}

std::string text_of(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (const auto& row : rows) text += "\t" + row[0];
  text += "\tCPU Affinity\tNUMA Affinity\n";
  for (const auto& row : rows) text += fmt::format("{}\n", fmt::join(row, "\t"));
  return text;
}

/// The same rows, from the topology that a text gives.
std::vector<std::vector<std::string>> rows_again(const std::string& text) {
  const auto read = hw::formats::read_nvidia_smi_topo({"t", text}, {});
  if (!read) return {{read.error().message()}};
  const sim::SmiMatrix matrix = sim::smi_matrix(read->cluster.node);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    rows.push_back({matrix.rows[i].name});
    for (std::size_t j = 0; j < matrix.rows.size(); ++j) {
      rows.back().push_back(sim::text_of(matrix.cell(i, j)));
    }
    if (matrix.rows[i].cpu_affinity.empty()) continue;
    rows.back().push_back(matrix.rows[i].cpu_affinity);
    rows.back().push_back(matrix.rows[i].numa_affinity);
  }
  return rows;
}

RC_GTEST_PROP(SmiTopo, GivesTheMatrixOfAnyMachineAgain, ()) {
  const auto rows = rows_of(arbitrary_machine());
  const std::string text = text_of(rows);
  RC_LOG() << text;
  RC_ASSERT(rows_again(text) == rows);
}

const std::filesystem::path kFolder = "../shared/topologies/nvidia-smi";

std::string missing() {
  return std::filesystem::exists(kFolder) ? "" : "no " + kFolder.string() + " beside the sources";
}

class WholeFiles : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!missing().empty()) GTEST_SKIP() << missing();
  }
  static std::string path() { return (kFolder / GetParam()).string(); }
};

TEST_P(WholeFiles, GiveTheirMatrixAgain) {
  std::ifstream file(path());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto table = hw::formats::nvidia_smi::parse_smi_table(text, path());
  ASSERT_TRUE(table) << table.error().message();
  const auto read = hw::formats::read_nvidia_smi_topo({path(), text}, {});
  ASSERT_TRUE(read) << read.error().message();
  const sim::SmiMatrix matrix = sim::smi_matrix(read->cluster.node);
  ASSERT_EQ(matrix.rows.size(), table->devices.size());
  const auto is_cell = [&](std::size_t i, std::size_t j, std::string_view words) {
    return hw::formats::nvidia_smi::text_of(table->cell(i, j)) == words;
  };
  // Cells that put GPUs of one NUMA node on two contradict the rows, which count.
  bool is_contradictory = false;
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    for (std::size_t j = 0; j < matrix.rows.size(); ++j) {
      const std::string& numa = table->devices[i].numa_affinity;
      is_contradictory = is_contradictory || (!numa.empty() && is_cell(i, j, "SYS") &&
                                              numa == table->devices[j].numa_affinity);
    }
  }
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    EXPECT_EQ(matrix.rows[i].cpu_affinity, table->devices[i].cpu_affinity);
    for (std::size_t j = 0; j < matrix.rows.size(); ++j) {
      if (is_contradictory && is_cell(i, j, "SYS") && sim::text_of(matrix.cell(i, j)) == "NODE")
        continue;
      EXPECT_EQ(sim::text_of(matrix.cell(i, j)),
                hw::formats::nvidia_smi::text_of(table->cell(i, j)))
          << table->devices[i].name << " " << table->devices[j].name;
    }
  }
}

TEST_P(WholeFiles, ArePredictedAsTheirXmlIs) {
  const support::TemporaryFolder folder;
  const std::string xml = folder.path() + "/machine.xml";
  ASSERT_EQ(run("convert " + path() + " " + xml).exit_code, 0);
  const std::string call = " -c all_reduce -b 1M -e 64M -f 8 --format csv --quiet";
  const Outcome direct = run("predict " + path() + call);
  EXPECT_EQ(direct.exit_code, 0) << direct.err;
  EXPECT_EQ(direct.out, run("predict " + xml + call).out);
}

INSTANTIATE_TEST_SUITE_P(
    SmiTopo, WholeFiles,
    ::testing::Values("excerpt-gogpualloc17-8x4090.txt", "excerpt-index-ibm-4gpu-nv3.txt",
                      "excerpt-k8stestinfra371-gb200.txt", "excerpt-nccl557-2gpu-nv3-notab.txt",
                      "gke-a4-b200-8nic.txt", "glm-h200-10nic-ansi.txt", "stas-2gpu-nv2.txt",
                      "stas-2gpu-phb.txt", "stas-a100-8.txt", "stas-h100-8.txt",
                      "stelline-asus-4gpu.txt"),
    [](const auto& one) { return treering::testing::test_name(one.param); });

// Cut after row NIC5; columns of NICs lost by a paste: the matrix is symmetric.
TEST(SmiTopo, ReadsWhatIsLeftOfAMatrix) {
  if (!missing().empty()) GTEST_SKIP() << missing();
  const std::array<std::pair<const char*, std::size_t>, 2> kLeft{{
      {"excerpt-nccl1453-h100-9nic-truncated.txt", 9},
      {"llm-action-8gpu.txt", 4},
  }};
  for (const auto& [name, nics] : kLeft) {
    std::ifstream file(kFolder / name);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto read = hw::formats::read_nvidia_smi_topo({name, text}, {});
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->cluster.node.gpu_count(), 8) << name;
    EXPECT_EQ(read->cluster.node.of_kind(core::DeviceKind::NicPort).size(), nics) << name;
  }
}

TEST(SmiTopo, SaysWhyAFileGivesNoMachine) {
  if (!missing().empty()) GTEST_SKIP() << missing();
  // Cut inside row GPU4.
  const std::array<std::pair<const char*, const char*>, 1> kWhy{{
      {"excerpt-nccl1505-dgxa100-truncated.txt", "line 6: the matrix ends without row GPU5"},
  }};
  for (const auto& [file, why] : kWhy) {
    const Outcome outcome = run("show " + (kFolder / file).string());
    EXPECT_EQ(outcome.exit_code, 3) << file;
    EXPECT_THAT(outcome.err, HasSubstr(why)) << file;
  }
}

TEST(SmiTopo, ReadsWhatSaysOnlyHowGpusAre) {
  if (!missing().empty()) GTEST_SKIP() << missing();
  EXPECT_EQ(run("show " + (kFolder / "qx-h100.xml").string()).exit_code, 0);
  const Outcome links =
      run("doctor " + (kFolder / "excerpt-azhpcdiag73-v100-inactive.txt").string());
  EXPECT_EQ(links.exit_code, 1);
  EXPECT_THAT(links.out, HasSubstr("GPU 3: 2 of 6 NVLinks are down"));
}

}  // namespace smi_topo_test
}  // namespace treering::cli
