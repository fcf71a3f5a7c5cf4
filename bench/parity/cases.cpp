#include "bench/parity/cases.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "hw/builtin.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/support/cpu_identity.h"

namespace treering::parity {
namespace {

void add_node_counts(const Case& base, const core::Topology& node, int max_ranks,
                     std::vector<Case>& cases) {
  const bool has_network = !node.of_kind(core::DeviceKind::NicPort).empty();
  for (const int nodes : {1, 2, 3, 4, 8, 16}) {
    if (nodes > 1 && !has_network) break;
    if (nodes * node.gpu_count() > max_ranks) break;
    Case one = base;
    one.nodes = nodes;
    one.name = fmt::format("{} x {}", base.name, nodes);
    cases.push_back(std::move(one));
  }
}

}  // namespace

std::vector<Case> builtin_cases(int max_ranks) {
  std::vector<Case> cases;
  for (const std::string_view name : hw::builtin_names()) {
    const auto node = hw::load_builtin(name);
    if (!node) continue;
    Case base;
    base.name = name;
    base.xml = testing::with_cpu_identity(hw::formats::nccl_xml::write_nccl_xml(*node));
    add_node_counts(base, *node, max_ranks, cases);
  }
  return cases;
}

std::vector<Case> file_cases(const std::filesystem::path& folder, int max_ranks) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".xml") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<Case> cases;
  for (const auto& path : paths) {
    std::ifstream file(path);
    Case base;
    base.name = path.stem();
    base.xml.assign(std::istreambuf_iterator<char>(file), {});
    const auto read = hw::formats::nccl_xml::read_nccl_xml(base.xml, base.name);
    base.xml = testing::with_cpu_identity(std::move(base.xml));
    if (read) add_node_counts(base, read->topology, max_ranks, cases);
  }
  return cases;
}

}  // namespace treering::parity
