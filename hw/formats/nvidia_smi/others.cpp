#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/nvidia_smi/peer_matrix.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/nvidia_smi/words.h"
#include "hw/formats/prompts.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::Severity;

/// Another matrix of the text.
struct Other {
  std::string machine;   // the tag of its lines; empty for none
  std::size_t line = 0;  // of its header; 0 where unknown
  bool is_other_host = false;
  Table table;
};

/// How a matrix differs from the first, in words; nothing where it does not.
std::optional<std::string> difference(const Table& first, const Table& other) {
  const auto gpus = [](const Table& table) {
    return static_cast<int>(std::ranges::count(table.devices, true, &TableDevice::is_gpu));
  };
  const auto adapters = [&](const Table& table) {
    return static_cast<int>(table.devices.size()) - gpus(table);
  };
  if (gpus(first) != gpus(other)) {
    return fmt::format("it has {}, the first {}", core::counted(gpus(other), "GPU"), gpus(first));
  }
  if (first.devices.size() != other.devices.size()) {
    return fmt::format("it has {}, the first {}", core::counted(adapters(other), "adapter"),
                       adapters(first));
  }
  for (std::size_t row = 0; row < first.devices.size(); ++row) {
    const TableDevice& own = first.devices[row];
    const TableDevice& its = other.devices[row];
    if (own.name != its.name || own.label != its.label) {
      return fmt::format("it has {} in the place of {}", core::printable(its.label),
                         core::printable(own.label));
    }
    for (std::size_t column = 0; column < row; ++column) {
      if (first.cell(row, column) == other.cell(row, column)) continue;
      return fmt::format("{} {} is {}, in the first {}", core::printable(own.name),
                         core::printable(first.devices[column].name),
                         text_of(other.cell(row, column)), text_of(first.cell(row, column)));
    }
    if (own.cpu_affinity != its.cpu_affinity) {
      return fmt::format("{} is near other CPUs", core::printable(own.name));
    }
  }
  return {};
}

// --- which host a part of a text is of

/// What shows which host a part of a text is of.
struct Identity {
  std::set<std::string> uuids;  // of GPUs
  std::string host;             // by its prompt, "node1" of "user@node1:~$"
};

/// "GPU-1234..." of "(UUID: GPU-1234...)"; empty for other lines.
std::string_view uuid_in(std::string_view line) {
  constexpr std::string_view kStart = "(UUID: ";
  const std::size_t at = line.find(kStart);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + kStart.size());
  return rest.substr(0, rest.find(')'));
}

/// By the lines from `first` to before `end`; the last prompt counts.
Identity identity_of(std::string_view text, std::size_t first, std::size_t end) {
  Identity identity;
  core::LineReader lines(from_line(text, first));
  for (std::size_t number = first; number < end && lines.next(); ++number) {
    const std::string_view host = host_of_prompt(lines.line());
    if (!host.empty()) identity.host = host;
    const std::string_view uuid = uuid_in(lines.line());
    if (!uuid.empty()) identity.uuids.emplace(uuid);
  }
  return identity;
}

/// Whether both are of one host; false where nothing shows it.
bool is_same_host(const Identity& one, const Identity& other) {
  if (!one.host.empty() && one.host == other.host) return true;
  return std::ranges::any_of(one.uuids,
                             [&](const std::string& uuid) { return other.uuids.contains(uuid); });
}

/// "10.0.0.1" of Ray's "(Worker pid=7, ip=10.0.0.1)", "host1" of itself; empty for tags of ranks,
/// which may be on one host.
std::string host_of_tag(std::string_view tag) {
  constexpr std::string_view kAddress = "ip=";
  const std::size_t at = tag.find(kAddress);
  if (at != std::string_view::npos) {
    const std::string_view rest = tag.substr(at + kAddress.size());
    return std::string(rest.substr(0, rest.find_first_of(",) ")));
  }
  const bool is_rank = tag.find_first_of("[(") == 0 && !tag.starts_with("[pod/");
  const bool has_letter = tag.find_first_not_of("0123456789") != std::string_view::npos;
  return is_rank || !has_letter ? "" : std::string(tag);
}

// --- the other machines of a text

// More than a paste has; each costs a walk through the text.
constexpr std::size_t kMostOthers = 16;

/// The matrices behind the first one in the lines of one machine.
void add_later(const std::string& text, const std::string& path, std::vector<Other>& others) {
  std::size_t start = 1;
  std::size_t behind = 1;  // the line behind the matrix before
  // A dump has one matrix of its host; what stands beside it is of the same host.
  const bool may_be_of_others = env_dump::starts_of_dumps(text).empty();
  Identity first;
  while (others.size() < kMostOthers) {
    const auto lines = find_smi_lines(from_line(text, start));
    if (!lines) return;
    // With the prompt above it.
    Identity own = identity_of(text, behind, start + lines->last);
    behind = start + lines->last;
    if (start == 1) first = own;
    if (start > 1) {
      auto table = parse_smi_table(from_line(text, start), path);
      const bool is_other = may_be_of_others && !is_same_host(first, own);
      if (table) others.push_back({"", start, is_other, *std::move(table)});
    }
    if (lines->another_header == 0) return;
    start += lines->another_header - 1;
  }
}

std::vector<Other> others_of(std::string_view plain, const std::string& path) {
  std::vector<Other> others;
  const auto machines = machines_in_tags(plain);
  if (machines.empty()) {
    add_later(without_peer_matrices(plain), path, others);
    return others;
  }
  std::set<std::string> hosts{host_of_tag(machines.front())};
  for (std::size_t i = 1; i < machines.size() && others.size() < kMostOthers; ++i) {
    const std::string text = without_peer_matrices(lines_of_machine(plain, machines[i]));
    const auto lines = find_smi_lines(text);
    auto table = parse_smi_table(text, path);
    const std::string host = host_of_tag(machines[i]);
    const bool is_other = !host.empty() && hosts.insert(host).second;
    if (table && lines) others.push_back({machines[i], lines->header, is_other, *std::move(table)});
  }
  return others;
}

std::string name_of(const Other& other) {
  return other.machine.empty() ? std::string() : ", of " + core::in_quotes(other.machine) + ",";
}

/// What is taken for so many more hosts, though nothing says so.
std::string deduced_hosts(int hosts) {
  return fmt::format(
      "deduced: {}, as nothing shows that both are of one; where they are, as before "
      "and after a change, ask for ⟨nodes⟩ 1",
      hosts == 1 ? "a second host of its kind" : fmt::format("{} more hosts of its kind", hosts));
}

/// "another matrix is like the first, of 'host2': deduced: a second host".
std::string alike_text(const std::vector<const Other*>& alike, int hosts) {
  std::vector<std::string> machines;
  for (const Other* other : alike) {
    if (!other->machine.empty()) machines.push_back(core::in_quotes(other->machine));
  }
  const std::string which = fmt::format(
      "{} like the first{}{}",
      alike.size() == 1 ? "another matrix is" : fmt::format("{} other matrices are", alike.size()),
      machines.empty() ? "" : ", of ", fmt::join(machines, ", "));
  if (hosts == 0) return which + ": of the same host, or of one like it; one is read";
  return which + ": " + deduced_hosts(hosts);
}

OtherMachines by_matrices(const Table& first, std::string_view plain, const std::string& path) {
  OtherMachines found;
  std::vector<const Other*> alike;
  const auto others = others_of(plain, path);
  for (const Other& other : others) {
    const auto how = difference(first, other.table);
    if (!how) {
      alike.push_back(&other);
      found.alike += other.is_other_host ? 1 : 0;
      continue;
    }
    found.notes.push_back(
        {Severity::Warning, smi_place(path, other.line),
         fmt::format("another matrix{} differs from the first: {}; the first counts, "
                     "give each machine in a file of its own",
                     name_of(other), *how)});
  }
  if (alike.empty()) return found;
  found.notes.push_back(
      {Severity::Note, smi_place(path, alike.front()->line), alike_text(alike, found.alike)});
  return found;
}

// --- dumps of environments

/// Numbers and names of GPUs.
std::map<int, std::string> names_in(std::string_view text) {
  std::map<int, std::string> names;
  for (const auto& [number, gpu] : parse_smi_gpus(text).gpus) names.emplace(number, gpu.name);
  return names;
}

/// The lines from `first` to before `end`.
std::string_view lines_between(std::string_view text, std::size_t first, std::size_t end) {
  const std::string_view rest = from_line(text, first);
  return rest.substr(0, rest.size() - from_line(text, end).size());
}

/// Several dumps of an environment, each with the GPUs of its host.
OtherMachines by_dumps(std::string_view plain, std::vector<std::size_t> starts,
                       const std::string& path) {
  OtherMachines found;
  constexpr std::size_t kBehindAll = std::string_view::npos;
  starts.push_back(kBehindAll);
  const auto names = names_in(lines_between(plain, starts[0], starts[1]));
  std::vector<Identity> hosts{identity_of(plain, 1, starts[1])};
  std::size_t line = 0;
  for (std::size_t i = 1; i + 1 < starts.size() && i <= kMostOthers; ++i) {
    const auto own = names_in(lines_between(plain, starts[i], starts[i + 1]));
    Identity identity = identity_of(plain, starts[i], starts[i + 1]);
    const bool is_known = std::ranges::any_of(
        hosts, [&](const Identity& one) { return is_same_host(one, identity); });
    if (is_known || own.empty()) continue;
    if (own != names) {
      found.notes.push_back({Severity::Warning, smi_place(path, starts[i]),
                             "another dump of an environment names other GPUs than the first, "
                             "which counts; give each machine in a file of its own"});
      continue;
    }
    if (line == 0) line = starts[i];
    hosts.push_back(std::move(identity));
    ++found.alike;
  }
  if (found.alike == 0) return found;
  found.notes.push_back(
      {Severity::Note, smi_place(path, line),
       fmt::format("{} the same GPUs as the first: {}",
                   found.alike == 1
                       ? std::string("another dump of an environment names")
                       : fmt::format("{} other dumps of an environment name", found.alike),
                   deduced_hosts(found.alike))});
  return found;
}

}  // namespace

OtherMachines other_machines(const Table& first, std::string_view plain, const std::string& path) {
  auto starts = env_dump::starts_of_dumps(plain);
  if (starts.size() < 2) return by_matrices(first, plain, path);
  OtherMachines found = by_dumps(plain, std::move(starts), path);
  for (core::Diagnostic& note : by_matrices(first, plain, path).notes) {
    if (note.severity == Severity::Warning) found.notes.push_back(std::move(note));
  }
  return found;
}

}  // namespace treering::hw::formats::nvidia_smi
