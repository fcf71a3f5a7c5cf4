#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/reading.h"
#include "core/text/table.h"
#include "core/topology/names.h"
#include "core/units.h"
#include "report/machine/machine_text.h"

namespace treering::report::machine {
namespace {

// The lines of a tree in columns: names, links, details.

struct TreeLine {
  std::string lead;   // strokes before the name
  std::string under;  // strokes before further lines of its details
  std::string name;
  std::string link;
  std::vector<std::string> details;  // lines break between them rather than within
};

std::string trimmed(const std::string& row) {
  return row.substr(0, row.find_last_not_of(' ') + 1);
}

/// Details in lines of at most `width` columns, parted by commas.
std::vector<std::string> in_lines(const std::vector<std::string>& details, std::size_t width) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < details.size(); ++i) {
    const std::string part = details[i] + (i + 1 < details.size() ? "," : "");
    const bool fits = !lines.empty() &&
                      core::display_width(lines.back()) + 1 + core::display_width(part) <= width;
    if (fits) {
      lines.back() += " " + part;
      continue;
    }
    const std::string wrapped = core::wrapped(part, width, 0);
    for (core::LineReader pieces(wrapped); pieces.next();) lines.emplace_back(pieces.line());
  }
  return lines;
}

/// Columns of the tree, its links and its details, within `width`.
struct Widths {
  std::size_t name = 0;
  std::size_t link = 0;
  std::size_t details = 0;

  Widths(const std::vector<TreeLine>& lines, std::size_t width) {
    // "18 NVLinks (450 GB/s) to NVSwitch," on a line, where there is room for half of one.
    const std::size_t least_details = std::min<std::size_t>(35, width / 2 - 2);
    constexpr std::size_t kLeastName = 12;
    for (const TreeLine& line : lines) {
      link = std::max(link, core::display_width(line.link));
      if (line.link.empty() && line.details.empty()) continue;
      name = std::max(name, core::display_width(line.lead + line.name));
    }
    // A longer name has its line to itself.
    const std::size_t beside = link + 2 * kGap + least_details;
    name = std::min(name, std::max(width, beside + kLeastName) - beside);
    details = std::max(width, before() + least_details) - before();
  }
  [[nodiscard]] std::size_t before() const { return name + link + 2 * kGap; }

  static constexpr std::size_t kGap = 2;
};

/// A line of the tree with what is behind it, each further line below its details.
std::string row_of(const TreeLine& line, const Widths& widths) {
  const std::string gap(Widths::kGap, ' ');
  const std::string name = line.lead + line.name;
  const auto row = [&](std::string_view first) {
    return core::padded(first, widths.name, core::Align::Left) + gap +
           core::padded(line.link, widths.link, core::Align::Left) + gap;
  };
  std::string text;
  std::string before = row(name);
  if (core::display_width(name) > widths.name) {
    text = trimmed(name) + "\n";
    if (line.link.empty() && line.details.empty()) return text;
    before = row(line.under);
  }
  if (line.details.empty()) return text + trimmed(before) + "\n";
  for (const std::string& part : in_lines(line.details, widths.details)) {
    text += trimmed(before + part) + "\n";
    before = core::padded(line.under, widths.before(), core::Align::Left);
  }
  return text;
}

bool has_mark(const TreeLine& line) {
  const auto is_marked = [](const std::string& text) {
    return text.find(kAssumedMark) != std::string::npos;
  };
  return is_marked(line.link) || std::ranges::any_of(line.details, is_marked);
}

/// Within `width` columns where names leave the details some; what assumed marks mean at the end.
std::string rows_of(const std::vector<TreeLine>& lines, std::size_t width) {
  const Widths widths(lines, width);
  std::string text;
  for (const TreeLine& line : lines) text += row_of(line, widths);
  if (std::ranges::any_of(lines, has_mark)) {
    text += fmt::format("{} assumed: the source does not say it\n", kAssumedMark);
  }
  return text;
}

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// The strokes before a line of the tree.
struct Strokes {
  std::string_view fork;
  std::string_view last;
  std::string_view pass;
};
constexpr Strokes kUnicode{"├─ ", "└─ ", "│  "};
constexpr Strokes kAscii{"|- ", "`- ", "|  "};
constexpr std::string_view kBlank = "   ";

/// Siblings in a row that look alike are one line from so many on.
constexpr std::size_t kLeastFolded = 4;

std::string gigabytes(core::Bandwidth bandwidth) {
  const double gb = bandwidth.in_gb_per_s();
  return gb >= 100 ? fmt::format("{:.0f}", gb) : fmt::format("{:.3g}", gb);
}

/// kAssumedMark behind a figure of this origin.
std::string_view mark(const core::Origin& origin) {
  return origin.kind == core::Origin::Kind::Assumed ? kAssumedMark : "";
}

class Tree {
 public:
  Tree(const Topology& node, const Strokes& strokes) : node_(node), strokes_(strokes) {
    up_.resize(node.devices().size(), nullptr);
    for (const core::Link& link : node.links()) {
      if (link.kind == core::LinkKind::Pcie && node.parent_of(link.from) == link.to) {
        up_[index(link.from)] = &link;
      }
    }
    sum_nvlinks();
  }

  std::vector<TreeLine> lines() {
    // A stack in place of recursion: trees of files may be deep.
    std::vector<Pending> pending;
    push(roots(), "", pending);
    while (!pending.empty()) {
      Pending next = std::move(pending.back());
      pending.pop_back();
      add(next, pending);
    }
    return std::move(lines_);
  }

 private:
  struct Pending {
    std::vector<DeviceId> alike;  // one, or several that become one line
    std::string indent;           // of the one above
    bool is_last = false;
    bool is_root = false;
  };
  /// NVLinks and C2C of a GPU to each other device or kind of switch.
  struct Beside {
    core::LinkKind kind = core::LinkKind::NvLink;
    int count = 0;
    core::Bandwidth bandwidth;
    std::string_view mark;
  };

  static std::size_t index(DeviceId id) { return static_cast<std::size_t>(id); }
  DeviceKind kind(DeviceId id) const { return node_.device(id).kind(); }

  std::vector<DeviceId> roots() const {
    std::vector<DeviceId> roots;
    for (std::size_t i = 0; i < node_.devices().size(); ++i) {
      const auto id = static_cast<DeviceId>(i);
      if (node_.parent_of(id) == core::kNoDevice) roots.push_back(id);
    }
    // As lstopo has them: CPUs by NUMA node, then what hangs off none.
    std::ranges::stable_sort(roots, {}, [&](DeviceId id) {
      const auto* cpu = std::get_if<core::Cpu>(&node_.device(id).info);
      if (cpu == nullptr) return std::pair(core::kMaxDevices, 0);
      const bool is_nowhere = core::has_unknown_place(node_.device(id));
      return std::pair(cpu->host, is_nowhere ? core::kMaxDevices : cpu->numa_id);
    });
    return roots;
  }

  void sum_nvlinks() {
    for (const core::Link& link : node_.links()) {
      if (link.kind != core::LinkKind::NvLink && link.kind != core::LinkKind::C2C) continue;
      if (kind(link.from) != DeviceKind::Gpu) continue;
      const bool is_switch = kind(link.to) == DeviceKind::NvSwitch;
      const std::string to = is_switch ? "NVSwitch" : node_.device(link.to).name;
      Beside& sum = beside_[link.from][to];
      sum.kind = link.kind;
      sum.count += link.count;
      sum.bandwidth += link.bandwidth;
      if (sum.mark.empty()) sum.mark = mark(link.origin);
    }
  }

  /// Kind, link up and what is below, in words.
  std::string look_of(DeviceId id) const {
    std::string look = fmt::format("{} {} {}", static_cast<int>(kind(id)), link_text(id),
                                   node_.children_of(id).size());
    if (kind(id) == DeviceKind::NicPort)
      look += fmt::format("{}", fmt::join(port_details(node_.device(id)), ", "));
    for (const DeviceId child : node_.children_of(id)) {
      const bool is_port = kind(child) == DeviceKind::NicPort;
      look += is_port ? look_of(child) : fmt::format(" unlike {}", id);
    }
    return look;
  }

  /// GPUs and CPUs are too dear to be counted only.
  bool may_fold(DeviceId id) const {
    return kind(id) != DeviceKind::Gpu && kind(id) != DeviceKind::Cpu;
  }

  /// Onto the stack, the last first.
  void push(const std::vector<DeviceId>& ids, const std::string& indent,
            std::vector<Pending>& pending) const {
    std::vector<Pending> next;
    std::string look;
    for (const DeviceId id : ids) {
      const std::string own = look_of(id);
      const bool is_like = !next.empty() && may_fold(id) && own == look;
      if (!is_like) next.push_back({{}, indent, false, node_.parent_of(id) == core::kNoDevice});
      next.back().alike.push_back(id);
      look = own;
    }
    next = unfolded(std::move(next));
    if (!next.empty()) next.back().is_last = true;
    pending.insert(pending.end(), next.rbegin(), next.rend());
  }

  static std::vector<Pending> unfolded(std::vector<Pending> groups) {
    std::vector<Pending> result;
    for (Pending& group : groups) {
      if (group.alike.size() >= kLeastFolded) {
        result.push_back(std::move(group));
        continue;
      }
      for (const DeviceId id : group.alike) {
        result.push_back({{id}, group.indent, false, group.is_root});
      }
    }
    return result;
  }

  void add(const Pending& one, std::vector<Pending>& pending) {
    const DeviceId id = one.alike.front();
    const std::string lead =
        one.is_root ? "" : one.indent + std::string(one.is_last ? strokes_.last : strokes_.fork);
    const std::string indent =
        one.is_root ? "" : one.indent + std::string(one.is_last ? kBlank : strokes_.pass);
    lines_.push_back({lead, indent, name_of(one.alike), link_text(id), details_of(one.alike)});
    for (const DeviceId shown : one.alike.size() == 1 ? one.alike : std::vector<DeviceId>()) {
      std::vector<DeviceId> below = node_.children_of(shown);
      if (has_port_beside(shown)) below.clear();
      push(below, indent, pending);
    }
  }

  /// The only port of an adapter stands on its line.
  bool has_port_beside(DeviceId id) const {
    return kind(id) == DeviceKind::Nic && node_.children_of(id).size() == 1;
  }

  std::string name_of(const std::vector<DeviceId>& alike) const {
    const std::string& first = node_.device(alike.front()).name;
    if (alike.size() == 1) return first;
    return fmt::format("{} x {} to {}", alike.size(), first, node_.device(alike.back()).name);
  }

  std::string link_text(DeviceId id) const {
    const core::Link* link = up_[index(id)];
    if (link == nullptr) return "";
    return fmt::format("x{}, {} GB/s{}", link->count, gigabytes(link->bandwidth),
                       mark(link->origin));
  }

  std::vector<std::string> details_of(const std::vector<DeviceId>& alike) const {
    const DeviceId id = alike.front();
    const core::Device& device = node_.device(id);
    const bool is_one = alike.size() == 1;
    std::vector<std::string> parts;
    const auto add_all = [&](std::vector<std::string> more, std::string_view before) {
      if (!more.empty()) more.front().insert(0, before);
      std::ranges::move(more, std::back_inserter(parts));
    };
    if (is_one) parts.push_back(address_details(device, domain_));
    const bool is_ports = !is_one && device.kind() == DeviceKind::NicPort;
    add_all(is_ports ? port_details(device) : device_details(device), is_ports ? "each " : "");
    if (has_port_beside(id)) {
      const core::Device& port = node_.device(node_.children_of(id).front());
      add_all(is_one ? device_details(port) : port_details(port),
              is_one ? port.name + " " : "each ");
    }
    std::ranges::move(links_beside(id), std::back_inserter(parts));
    std::erase(parts, "");
    return parts;
  }

  /// "2 NVLinks (50 GB/s) to GPU 3, GPU 4", "1 NVLink (25 GB/s) to GPU 1".
  std::vector<std::string> links_beside(DeviceId id) const {
    const auto found = beside_.find(id);
    if (found == beside_.end()) return {};
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const auto& [to, sum] : found->second) {
      std::string how =
          fmt::format("{} ({} GB/s{})", core::counted(sum.count, core::title_of(sum.kind)),
                      gigabytes(sum.bandwidth), sum.mark);
      if (sum.kind == core::LinkKind::C2C)
        how = fmt::format("C2C ({} GB/s{})", gigabytes(sum.bandwidth), sum.mark);
      const auto group = std::ranges::find(groups, how, &decltype(groups)::value_type::first);
      if (group == groups.end()) {
        groups.emplace_back(std::move(how), std::vector{to});
      } else {
        group->second.push_back(to);
      }
    }
    std::vector<std::string> texts;
    for (const auto& [how, to] : groups) {
      texts.push_back(fmt::format("{} to {}", how, fmt::join(to, ", ")));
    }
    return texts;
  }

  const Topology& node_;
  const Strokes& strokes_;
  Domain domain_ = has_one_domain(node_) ? Domain::Omitted : Domain::Shown;
  std::vector<const core::Link*> up_;
  std::map<DeviceId, std::map<std::string, Beside>> beside_;
  std::vector<TreeLine> lines_;
};

}  // namespace

std::string tree_text(const Topology& node, const Display& display) {
  return rows_of(Tree(node, display.is_utf8 ? kUnicode : kAscii).lines(), display.text_width());
}

}  // namespace treering::report::machine
