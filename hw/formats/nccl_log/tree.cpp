#include "hw/formats/nccl_log/tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::string_view kStart = "=== System";
constexpr std::string_view kBareStart = "=== System : maxBw ";
constexpr std::string_view kEnd = "=====";
constexpr std::string_view kCpu = "CPU/";
// Far more than a machine has (core::kMaxDevices).
constexpr std::size_t kMostNodes = 20000;

constexpr std::array<std::pair<std::string_view, NodeType>, 7> kTypes{{
    {"GPU", NodeType::Gpu},
    {"PCI", NodeType::Pci},
    {"NVS", NodeType::NvSwitch},
    {"CPU", NodeType::Cpu},
    {"NIC", NodeType::Nic},
    {"NET", NodeType::Net},
    {"DEV", NodeType::Pci},  // since 2.30: a PCI device of several functions
}};

std::optional<std::uint64_t> hex(std::string_view text) {
  return core::whole_number<std::uint64_t>(text, 16);
}

/// "GPU/0-1b000 (3)", "CPU/FFFFFFFFFFFFFFFF".
std::optional<TreeNode> parse_node(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto* const type = std::ranges::find(kTypes, text.substr(0, std::min(slash, text.size())),
                                             &decltype(kTypes)::value_type::first);
  if (slash == kNone || type == kTypes.end()) return {};
  TreeNode node{.type = type->second};
  std::string_view id = text.substr(slash + 1);
  const std::size_t blank = id.find(' ');
  if (blank != kNone) {
    const std::string_view details = core::trimmed(id.substr(blank));
    if (details.starts_with('(') && details.ends_with(')')) {
      node.details = details.substr(1, details.size() - 2);
    }
    id = id.substr(0, blank);
  }
  const std::size_t dash = id.find('-');
  const auto host = dash == kNone ? std::optional<std::uint64_t>(0) : hex(id.substr(0, dash));
  const auto number = hex(dash == kNone ? id : id.substr(dash + 1));
  if (!host || !number) return {};
  node.host = *host;
  node.id = *number;
  return node;
}

struct LinkText {
  std::string_view kind;
  double gb_per_s = 0;
  std::string_view target;
};

/// "+ PCI[24.0] - GPU/...".
std::optional<LinkText> parse_link(std::string_view text) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.find(']');
  if (!text.starts_with("+ ") || open == kNone || close == kNone || close < open) return {};
  LinkText link{.kind = text.substr(2, open - 2)};
  const std::string_view rate = core::trimmed(text.substr(open + 1, close - open - 1));
  const auto [stop, code] = std::from_chars(rate.data(), rate.data() + rate.size(), link.gb_per_s);
  constexpr std::string_view kDash = " - ";
  if (code != std::errc() || !text.substr(close + 1).starts_with(kDash)) return {};
  const std::size_t target = close + 1 + kDash.size();
  link.target = text.substr(target);
  return link;
}

/// Which of two trees of one host shows more.
auto worth(const Tree& tree) {
  return std::tuple(tree.count(NodeType::Gpu), tree.count(NodeType::Net), tree.nodes.size(),
                    tree.is_whole);
}

}  // namespace

bool is_bare_tree_line(const Line& line) {
  if (line.level != Level::Other) return false;
  const std::string_view text = core::trimmed(line.text);
  return text.starts_with(kBareStart) || text.starts_with(kEnd) || text.starts_with("+ ") ||
         text.starts_with(kCpu);
}

bool has_bare_tree(std::string_view text) {
  for (std::size_t at = text.find(kBareStart); at != kNone; at = text.find(kBareStart, at + 1)) {
    const std::size_t start = text.rfind('\n', at) + 1;  // 0 without
    if (core::trimmed(text.substr(start, at - start)).empty()) return true;
  }
  return false;
}

std::size_t Tree::count(NodeType type) const {
  return static_cast<std::size_t>(std::ranges::count(nodes, type, &TreeNode::type));
}

void Trees::take(const Line& line) {
  auto open = open_.find(line.thread);
  const bool is_start = line.text.starts_with(kStart);
  // A paste may begin inside of a tree: whole CPUs below are read.
  const bool is_inside = open == open_.end() && line.text.starts_with(kCpu);
  if (is_start || is_inside) {
    if (open != open_.end()) close(open);
    Open fresh{std::string(line.host), {}, {}};
    fresh.tree.line = line.number;
    fresh.tree.has_start = is_start;
    open = open_.emplace(std::string(line.thread), std::move(fresh)).first;
    if (is_start) return;
  }
  if (open == open_.end()) return;
  if (line.text.starts_with(kEnd)) {
    open->second.tree.has_end = true;
    open->second.tree.is_whole = open->second.tree.has_start;
    return close(open);
  }
  add(open->second, line);
}

/// Other lines between, of a plugin or another thread of the same name, do no harm.
void Trees::add(Open& open, const Line& line) {
  const std::size_t column = line.text.find_first_not_of(" \t");
  if (column == kNone || open.tree.nodes.size() >= kMostNodes) return;
  const std::string_view text = line.text.substr(column);
  const auto link = parse_link(text);
  auto node = parse_node(link ? link->target : text);
  if (!node || (!link && node->type != NodeType::Cpu)) return;
  // NCCL writes the rank behind each GPU: a line that is cut before it may have cut the id as well.
  const bool is_own = link && link->kind == "PCI" && node->type == NodeType::Gpu;
  if (is_own && node->details.empty()) return;
  node->line = line.number;
  open.tree.last_line = line.number;
  // A link belongs to the node whose own link begins further left, however people indent it.
  const std::size_t limit = link ? column : 0;
  while (!open.columns.empty() && (open.columns.back().first > limit || !link)) {
    open.columns.pop_back();
  }
  if (link && open.columns.empty()) return;
  const std::size_t from = link ? open.columns.back().second : 0;
  if (link && link->kind != "PCI" && link->kind != "NET") {
    open.tree.links.push_back({std::string(link->kind), from, node->type, node->host, node->id,
                               link->gb_per_s, line.number, false});
    return;
  }
  node->parent = from;
  node->gb_per_s = link ? link->gb_per_s : 0;
  open.columns.emplace_back(link ? column + 1 : 0, open.tree.nodes.size());
  open.tree.nodes.push_back(*std::move(node));
}

void Trees::close(std::map<std::string, Open, std::less<>>::iterator open) {
  const auto known = std::ranges::find(best_, open->second.host, &HostTree::host);
  if (known == best_.end()) {
    best_.push_back({open->second.host, std::move(open->second.tree)});
  } else if (worth(open->second.tree) > worth(known->tree)) {
    known->tree = std::move(open->second.tree);
  }
  open_.erase(open);
}

void PathReader::take(const Line& line) {
  const bool is_path = line.text.starts_with("GPU/") || line.text.starts_with("NET/");
  const std::size_t mark = is_path ? line.text.find(" :GPU/") : kNone;
  if (mark == kNone) return;
  // A word of a device is whole where its distance follows.
  constexpr std::string_view kGpu = "GPU/";
  std::string_view rest = line.text.substr(mark + 2);
  for (std::size_t at = 0; (at = rest.find(kGpu)) != kNone;) {
    rest.remove_prefix(at);
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const bool is_whole = rest.substr(end).starts_with(" (");
    const auto node = is_whole ? parse_node(rest.substr(0, end)) : std::nullopt;
    if (node) gpus_[std::string(line.host)].try_emplace({node->host, node->id}, line.number);
    rest.remove_prefix(kGpu.size());
  }
}

std::vector<Trees::HostTree> Trees::finish() && {
  while (!open_.empty()) close(open_.begin());
  return std::move(best_);
}

}  // namespace treering::hw::formats::nccl_log
