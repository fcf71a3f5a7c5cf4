#include "hw/formats/nccl_log/host_names.h"

#include <utility>

namespace treering::hw::formats::nccl_log {
namespace {

// More keeps an absurd log from filling the memory.
constexpr std::size_t kMostNames = 100000;
constexpr std::size_t kMostProcesses = 64;
// Each name is compared with all others.
constexpr std::size_t kMostCompared = 2000;

/// Lines are torn now and then: a name with more lines than these is a host's.
constexpr std::size_t kMostTornLines = 4;

/// "301" of "worker-0:301:331".
std::string_view process_of(const Line& line) {
  const std::string_view rest = line.thread.substr(line.host.size() + 1);
  return rest.substr(0, rest.find(':'));
}

}  // namespace

HostNames::HostNames(std::string_view text) {
  for_each_nccl_line(text, [this](const Line& line) {
    if (line.host.empty()) return;
    auto known = lines_.find(line.host);
    if (known == lines_.end()) {
      if (lines_.size() >= kMostNames) return;
      known = lines_.emplace(std::string(line.host), Lines()).first;
      hosts_.emplace_back(line.host);
    }
    ++known->second.count;
    auto& processes = known->second.processes;
    const std::string_view process = process_of(line);
    const bool is_new = processes.size() < kMostProcesses && !processes.contains(process);
    if (is_new) processes.emplace(process);
  });
  for (const auto& [name, lines] : lines_) {
    if (lines.count > kMostTornLines || lines_.size() > kMostCompared) continue;
    const std::string_view owner = owner_of(name, lines);
    if (!owner.empty()) whole_.emplace(name, owner);
  }
  std::erase_if(hosts_, [this](const std::string& name) { return whole_.contains(name); });
}

/// The host with more lines whose name ends this one, or is ended by it. Either it has a process of
/// the same number, or it has twice as many lines. Empty without one.
std::string_view HostNames::owner_of(std::string_view name, const Lines& lines) const {
  const auto shares_process = [&lines](const Lines& other) {
    for (const std::string& process : lines.processes) {
      if (other.processes.contains(process)) return true;
    }
    return false;
  };
  std::string_view best;
  std::size_t most = lines.count;
  for (const auto& [other, theirs] : lines_) {
    if (theirs.count <= most || other == name) continue;
    const bool is_part = name.ends_with(other) || std::string_view(other).ends_with(name);
    if (!is_part || (!shares_process(theirs) && theirs.count < 2 * lines.count)) continue;
    most = theirs.count;
    best = other;
  }
  return best;
}

std::vector<LoggedHost> HostNames::with_processes() const {
  std::vector<LoggedHost> hosts;
  for (const std::string& name : hosts_) {
    hosts.push_back({name, static_cast<int>(lines_.find(name)->second.processes.size())});
  }
  return hosts;
}

std::string_view HostNames::whole(std::string_view name) const {
  const auto torn = whole_.find(name);
  return torn == whole_.end() ? name : std::string_view(torn->second);
}

}  // namespace treering::hw::formats::nccl_log
