#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/quote.h"
#include "core/units.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::Severity;

/// Another matrix of the text.
struct Other {
  std::string machine;   // the tag of its lines; empty for none
  std::size_t line = 0;  // of its header; 0 where unknown
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

// More than a paste has; each costs a walk through the text.
constexpr std::size_t kMostOthers = 16;

/// The matrices behind the first one in the lines of one machine.
void add_later(const std::string& text, const std::string& path, std::vector<Other>& others) {
  std::size_t start = 1;
  while (others.size() < kMostOthers) {
    const auto lines = find_smi_lines(from_line(text, start));
    if (!lines || lines->another_header == 0) return;
    start += lines->another_header - 1;
    auto table = parse_smi_table(from_line(text, start), path);
    if (table) others.push_back({"", start, *std::move(table)});
  }
}

std::vector<Other> others_of(std::string_view plain, const std::string& path) {
  std::vector<Other> others;
  const auto machines = machines_in_tags(plain);
  if (machines.empty()) {
    add_later(without_peer_matrices(plain), path, others);
    return others;
  }
  for (std::size_t i = 1; i < machines.size() && others.size() < kMostOthers; ++i) {
    const std::string text = without_peer_matrices(lines_of_machine(plain, machines[i]));
    const auto lines = find_smi_lines(text);
    auto table = parse_smi_table(text, path);
    if (table && lines) others.push_back({machines[i], lines->header, *std::move(table)});
  }
  return others;
}

std::string name_of(const Other& other) {
  return other.machine.empty() ? std::string() : ", of " + core::in_quotes(other.machine) + ",";
}

}  // namespace

std::vector<core::Diagnostic> notes_on_other_matrices(const Table& first, std::string_view plain,
                                                      const std::string& path) {
  std::vector<core::Diagnostic> notes;
  std::vector<const Other*> alike;
  const auto others = others_of(plain, path);
  for (const Other& other : others) {
    const auto how = difference(first, other.table);
    if (!how) {
      alike.push_back(&other);
      continue;
    }
    notes.push_back({Severity::Warning, smi_place(path, other.line),
                     fmt::format("another matrix{} differs from the first: {}; the first counts, "
                                 "give each machine in a file of its own",
                                 name_of(other), *how)});
  }
  if (alike.empty()) return notes;
  std::vector<std::string> machines;
  for (const Other* other : alike) {
    if (!other->machine.empty()) machines.push_back(core::in_quotes(other->machine));
  }
  notes.push_back(
      {Severity::Note, smi_place(path, alike.front()->line),
       fmt::format("{} like the first{}{}: machines of one kind, or one machine again; one is read",
                   alike.size() == 1 ? "another matrix is"
                                     : fmt::format("{} other matrices are", alike.size()),
                   machines.empty() ? "" : ", of ", fmt::join(machines, ", "))});
  return notes;
}

}  // namespace treering::hw::formats::nvidia_smi
