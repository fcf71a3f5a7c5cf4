#include "hw/formats/nccl_tests/device_list.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "core/text/reading.h"

namespace treering::hw::formats::nccl_tests {
namespace {

using Words = std::vector<std::string_view>;

Words words_of_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  constexpr std::size_t kMost = 64;  // a line has some 15
  Words words;
  while (words.size() < kMost) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) break;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

/// Of digits alone.
std::optional<int> count_in(std::string_view word) {
  if (word.empty() || !std::ranges::all_of(word, core::is_digit)) return {};
  return core::whole_number<int>(word);
}

int number_behind(const Words& words, std::string_view name) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == name) return count_in(words[i + 1]).value_or(-1);
  }
  return -1;
}

/// "[0xa4]" and what follows it.
void read_address_and_name(std::string_view line, ListedDevice& found) {
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos) return;
  if (open < close) found.bus_id = core::trimmed(line.substr(open + 1, close - open - 1));
  for (const std::string_view word : words_of_line(line.substr(close + 1))) {
    found.gpu += found.gpu.empty() ? std::string(word) : " " + std::string(word);
  }
}

/// "(node 0)" behind the name of the GPU, as people write it in place of the host.
void take_host_behind(ListedDevice& found) {
  const std::size_t open = found.gpu.find(" (");
  if (open == std::string::npos || !found.gpu.ends_with(')')) return;
  found.host = found.gpu.substr(open + 2, found.gpu.size() - open - 3);
  found.gpu.resize(open);
}

/// The ranks of each host.
std::map<std::string, std::set<int>> ranks_by_host(const std::vector<ListedDevice>& devices) {
  std::map<std::string, std::set<int>> hosts;
  for (const ListedDevice& device : devices) hosts[device.host].insert(device.rank);
  return hosts;
}

/// The job of a list in which each rank stands once.
ListedJob job_of_all(const std::vector<ListedDevice>& devices) {
  const auto hosts = ranks_by_host(devices);
  std::set<int> ranks;  // processes that ran alone have the same
  for (const ListedDevice& device : devices) ranks.insert(device.rank);
  ListedJob job{static_cast<int>(ranks.size()), static_cast<int>(hosts.size()), 0, false};
  const std::size_t first = hosts.begin()->second.size();
  const bool is_even =
      std::ranges::all_of(hosts, [&](const auto& host) { return host.second.size() == first; });
  if (is_even) job.gpus_per_host = static_cast<int>(first);
  return job;
}

/// Whether the lines are those of hosts with so many GPUs each, one after the other.
bool are_hosts_of(const std::vector<ListedDevice>& devices, int gpus) {
  std::map<int, std::string> host_at;
  std::map<std::string, int> place_of;
  return std::ranges::all_of(devices, [&](const ListedDevice& device) {
    if (device.device != device.rank % gpus) return false;
    const int place = device.rank / gpus;
    return host_at.try_emplace(place, device.host).first->second == device.host &&
           place_of.try_emplace(device.host, place).first->second == place;
  });
}

}  // namespace

std::optional<ListedDevice> read_device(std::string_view line) {
  const Words words = words_of_line(line);
  const auto is_rank = [](std::string_view word) { return word == "Rank" || word == "#Rank"; };
  const auto start = std::ranges::find_if(words, is_rank);
  const auto device = std::find(start, words.end(), "device");
  const auto on = std::find(start, device, "on");
  const bool has_host = on != device;
  if (words.end() - device < 3 || device - start < 2) return {};
  if (has_host && (device - on < 2 || on - start < 2)) return {};
  const auto rank = count_in(start[1]);
  if (!rank) return {};
  ListedDevice found{
      *rank, std::max(number_behind(words, "Group"), 0), has_host ? std::string(on[1]) : "",
      "",    count_in(device[1]).value_or(-1),           ""};
  found.pid = number_behind(words, "Pid");
  read_address_and_name(line.substr(static_cast<std::size_t>(device->data() - line.data())), found);
  if (!has_host && found.bus_id.empty()) return {};  // a sentence
  if (!has_host) take_host_behind(found);
  return found;
}

std::vector<ListedDevice> devices_in(std::string_view text) {
  std::vector<ListedDevice> devices;
  for (core::LineReader lines(text); lines.next();) {
    const std::string_view line = lines.line();
    if (line.find("Rank") == std::string_view::npos) continue;
    if (auto device = read_device(line)) devices.push_back(*std::move(device));
  }
  return devices;
}

std::string common_gpu(const std::vector<ListedDevice>& devices) {
  if (devices.empty()) return "";
  const std::string& gpu = devices.front().gpu;
  const bool is_one = std::ranges::all_of(devices, [&](const ListedDevice& one) {
    // A paste may end within the last line.
    const bool is_cut = &one == &devices.back() && gpu.starts_with(one.gpu);
    return one.gpu == gpu || one.gpu.empty() || is_cut;
  });
  return is_one ? gpu : "";
}

ListedJob job_of(const std::vector<ListedDevice>& devices) {
  std::vector<ListedDevice> group;
  std::set<int> ranks;
  for (const ListedDevice& device : devices) {
    if (device.group != devices.front().group) continue;
    group.push_back(device);
    ranks.insert(device.rank);
  }
  const int last = *ranks.rbegin();
  const bool has_groups = group.size() < devices.size();
  if (has_groups || static_cast<int>(ranks.size()) == last + 1) return job_of_all(group);
  ListedJob job{last + 1, 0, 0, true};
  const auto end = std::ranges::find(group, last, &ListedDevice::rank);
  const int gpus = end->device + 1;
  if (gpus < 1 || job.ranks % gpus != 0 || !are_hosts_of(group, gpus)) return job;
  job.hosts = job.ranks / gpus;
  job.gpus_per_host = gpus;
  return job;
}

}  // namespace treering::hw::formats::nccl_tests
