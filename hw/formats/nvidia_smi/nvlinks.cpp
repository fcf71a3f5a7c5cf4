#include "hw/formats/nvidia_smi/nvlinks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::bad_input;
using core::Result;
using Group = std::vector<std::size_t>;

// Three NVLink bridges of 4 links join two A100 PCIe or H100 PCIe (NVIDIA H100 PCIe product brief).
constexpr int kMostByBridge = 12;
// NVLinks of any GPU up to Blackwell (NVIDIA H100 whitepaper; GB200 NVL72 data sheet).
constexpr int kMostOfGpu = 18;

/// GPUs that NVLink joins, directly or through others; each group in order.
std::vector<Group> nvlink_groups(const Table& table) {
  std::vector<Group> groups;
  std::vector<bool> is_done(table.devices.size());
  for (std::size_t start = 0; start < table.devices.size(); ++start) {
    if (is_done[start] || !table.devices[start].is_gpu) continue;
    Group group{start};
    is_done[start] = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t other = 0; other < table.devices.size(); ++other) {
        if (is_done[other] || table.cell(group[i], other).nvlinks == 0) continue;
        is_done[other] = true;
        group.push_back(other);
      }
    }
    std::ranges::sort(group);
    if (group.size() > 1) groups.push_back(std::move(group));
  }
  return groups;
}

/// The facts of a row about one GPU.
struct RowLinks {
  int most = 0;
  int total = 0;
  bool reaches_all = true;
};

RowLinks links_of(const Table& table, std::size_t gpu, const Group& group) {
  RowLinks links;
  for (const std::size_t other : group) {
    const int count = table.cell(gpu, other).nvlinks;
    links.most = std::max(links.most, count);
    links.total += count;
    if (other != gpu && count == 0) links.reaches_all = false;
  }
  return links;
}

bool is_switched(const std::vector<RowLinks>& rows, const MachineModel& gpu) {
  const bool is_whole = std::ranges::all_of(rows, &RowLinks::reaches_all);
  return is_whole && std::ranges::any_of(rows, [&](const RowLinks& row) {
           return row.total > gpu.nvlinks || row.most > kMostByBridge;
         });
}

class Planner {
 public:
  Planner(const Table& table, const std::string& path) : table_(table), path_(path) {}

  Result<void> add(const Group& group, const MachineModel& gpu) {
    std::vector<RowLinks> rows;
    for (const std::size_t member : group) rows.push_back(links_of(table_, member, group));
    if (!is_switched(rows, gpu)) return add_direct(group, rows);
    const auto odd = odd_cell(group, rows);
    if (!odd) {
      add_switched(group, rows);
      return {};
    }
    const bool fits =
        std::ranges::all_of(rows, [](const RowLinks& row) { return row.total <= kMostOfGpu; });
    return fits ? add_direct(group, rows) : core::fail(*odd);
  }
  NvLinkPlan plan() && { return std::move(plan_); }

 private:
  /// The first cell that NVSwitch would not give.
  std::optional<core::Error> odd_cell(const Group& group, const std::vector<RowLinks>& rows) const {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Cell& cell = table_.cell(group[i], group[j]);
        const int expected = std::min(rows[i].most, rows[j].most);
        if (cell.nvlinks == expected) continue;
        const auto& a = table_.devices[group[i]];
        const auto& b = table_.devices[group[j]];
        return bad_input(smi_place(path_, a, b), text_of(cell),
                         fmt::format("expected NV{}, which both have to other GPUs: with so many "
                                     "NVLinks they run through NVSwitch",
                                     expected))
            .value();
      }
    }
    return {};
  }

  void add_switched(const Group& group, const std::vector<RowLinks>& rows) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      plan_.switched.push_back({group[i], plan_.groups, rows[i].most});
    }
    ++plan_.groups;
  }

  Result<void> add_direct(const Group& group, const std::vector<RowLinks>& rows) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      const TableDevice& device = table_.devices[group[i]];
      if (rows[i].total > kMostOfGpu) {
        return bad_input(smi_place(path_, device.line),
                         fmt::format("{} NVLinks of {}", rows[i].total, device.name),
                         fmt::format("expected at most {}, or NVLink between all GPUs of a group "
                                     "as through NVSwitch",
                                     kMostOfGpu));
      }
      for (std::size_t j = 0; j < i; ++j) {
        const int count = table_.cell(group[i], group[j]).nvlinks;
        if (count > 0) plan_.direct.push_back({group[j], group[i], count});
      }
    }
    return {};
  }

  const Table& table_;
  const std::string& path_;
  NvLinkPlan plan_;
};

}  // namespace

Result<NvLinkPlan> plan_nvlinks(const Table& table, const MachineModel& gpu,
                                const std::string& path) {
  Planner planner(table, path);
  for (const Group& group : nvlink_groups(table)) {
    if (auto done = planner.add(group, gpu); !done) return core::fail(done.error());
  }
  return std::move(planner).plan();
}

}  // namespace treering::hw::formats::nvidia_smi
