#include "hw/formats/nvidia_smi/legend.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using LegendEntries = std::vector<std::pair<std::string, std::string>>;

/// "NIC0: mlx5_0" as its two names, also several on one line; none of other lines.
LegendEntries legend_entries(std::string_view line) {
  const auto words = smi_words(line);
  LegendEntries entries;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (!words[i].ends_with(':')) continue;
    const std::string_view name = words[i].substr(0, words[i].size() - 1);
    if (smi_number(name, "NIC")) entries.emplace_back(proper_name(name), std::string(words[i + 1]));
  }
  return entries;
}

}  // namespace

std::string proper_name(std::string_view word) {
  for (const std::string_view kind : {"GPU", "NIC"}) {
    if (const auto number = smi_number(word, kind)) return fmt::format("{}{}", kind, *number);
  }
  return std::string(word);
}

bool may_be_label(std::string_view label) {
  return label.size() <= core::kMaxText && label.find('\0') == std::string_view::npos &&
         core::find_broken_utf8(label) == label.size();
}

void note_hidden_nics(std::string_view text, const std::string& path, Table& table) {
  for (core::LineReader lines(text); lines.next();) {
    const std::size_t at = lines.line().find(" NICs found in the topology, only displaying ");
    if (at == std::string_view::npos) continue;
    table.notes.push_back({core::Severity::Note, smi_place(path, lines.number()),
                           fmt::format("{}: the others are not read",
                                       core::printable(core::trimmed(lines.line(), " \t\r.")))});
    return;
  }
}

bool is_of_pci_only(std::string_view text, const Lines& matrix) {
  bool has_command = false;
  bool has_pix = false;
  bool has_nvlink = false;
  for (core::LineReader lines(text); lines.next();) {
    const auto words = smi_words(lines.line());
    const auto has = [&](std::string_view word) {
      return std::ranges::find(words, word) != words.end();
    };
    const bool is_command = has("topo") && lines.number() <= matrix.header;
    if (is_command) has_command = has("-mp") || has("--matrix_pci");
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i + 1] != "=") continue;
      has_pix = has_pix || words[i] == "PIX";
      has_nvlink = has_nvlink || words[i] == "NV#" || words[i] == "SOC";
    }
  }
  return has_command || (has_pix && !has_nvlink);
}

void read_legend(std::string_view text, Table& table) {
  std::map<std::string_view, TableDevice*> devices;
  std::set<std::string> taken;
  for (TableDevice& device : table.devices) {
    devices.emplace(device.name, &device);
    taken.insert(device.name);
  }
  for (core::LineReader lines(text); lines.next();) {
    for (const auto& [nic, name] : legend_entries(lines.line())) {
      const auto device = devices.find(nic);
      const bool is_new = device != devices.end() && device->second->label == nic;
      if (is_new && may_be_label(name) && taken.insert(name).second) device->second->label = name;
    }
  }
}

}  // namespace treering::hw::formats::nvidia_smi
