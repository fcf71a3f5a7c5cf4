#include "hw/formats/nvidia_smi/table.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/adapters.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::bad_input;
using core::in_quotes;
using core::Result;

// NVLinks from one GPU to another. No GPU has more than 18 (NVIDIA H100 whitepaper; GB200 NVL72
// data sheet); room for one that is not yet known.
constexpr int kMostNvLinks = 36;

constexpr std::string_view kWholeHint = "give the whole output of nvidia-smi topo -m";

/// "GPU0" however it was spelt.
std::string proper_name(std::string_view word) {
  for (const std::string_view kind : {"GPU", "NIC"}) {
    if (const auto number = smi_number(word, kind)) return fmt::format("{}{}", kind, *number);
  }
  return std::string(word);
}

/// Whether a topology takes it as a name.
bool is_text(std::string_view label) {
  return label.size() <= core::kMaxText && label.find('\0') == std::string_view::npos &&
         core::find_broken_utf8(label) == label.size();
}

class TableReader {
 public:
  TableReader(const Lines& lines, const std::string& path) : lines_(lines), path_(path) {}

  Result<Table> read() {
    if (auto done = read_columns(); !done) return core::fail(done.error());
    table_.cells.resize(table_.devices.size() * table_.devices.size());
    // All rows are found before any is read: a text that is cut short should hear just that.
    for (const Line& row : lines_.rows) {
      if (auto done = find_row(row); !done) return core::fail(done.error());
    }
    if (auto done = check_rows(); !done) return core::fail(done.error());
    for (const Line& row : lines_.rows) {
      if (auto done = read_row(row); !done) return core::fail(done.error());
    }
    if (auto done = check_cells(); !done) return core::fail(done.error());
    return std::move(table_);
  }

 private:
  std::string at(std::size_t line) const { return smi_place(path_, line); }

  Result<void> read_columns() {
    const std::string where = at(lines_.header);
    if (lines_.columns.size() > kMaxSmiDevices) {
      return bad_input(where, fmt::format("{} columns", lines_.columns.size()),
                       fmt::format("expected at most {}", kMaxSmiDevices));
    }
    int gpus = 0;
    for (const std::string_view word : lines_.columns) {
      if (!is_text(word)) {
        return bad_input(where, fmt::format("column {}", in_quotes(word)), "expected a name");
      }
      TableDevice device;
      device.name = proper_name(word);
      device.label = device.name;
      const auto index = smi_number(word, "GPU");
      device.is_gpu = index.has_value();
      device.index = index.value_or(0);
      gpus += device.is_gpu ? 1 : 0;
      if (!columns_.try_emplace(device.name, table_.devices.size()).second) {
        return bad_input(where, fmt::format("column {} given twice", in_quotes(word)),
                         "expected one for each device");
      }
      table_.devices.push_back(std::move(device));
    }
    if (gpus <= core::kMaxGpus) return {};
    return bad_input(where, fmt::format("{} GPUs in one node", gpus),
                     fmt::format("expected at most {}", core::kMaxGpus));
  }

  Result<void> find_row(const Line& row) {
    const std::string name = proper_name(row.words[0]);
    const auto column = columns_.find(name);
    if (column == columns_.end()) {
      return bad_input(at(row.number), fmt::format("row {} has no column", in_quotes(name)),
                       fmt::format("expected it in the header, line {}", lines_.header),
                       std::string(kWholeHint));
    }
    TableDevice& device = table_.devices[column->second];
    if (device.line != 0) {
      return bad_input(at(row.number), fmt::format("row {} given twice", name),
                       fmt::format("expected one, and line {} has it", device.line));
    }
    device.line = row.number;
    return {};
  }

  Result<void> read_row(const Line& row) {
    const std::size_t index = columns_.at(proper_name(row.words[0]));
    TableDevice& device = table_.devices[index];
    if (auto done = check_width(row); !done) return done;
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      const auto cell = parse_smi_cell(row.words[i + 1]);
      if (!cell) {
        return bad_input(smi_place(path_, device, table_.devices[i]), in_quotes(row.words[i + 1]),
                         fmt::format("expected {}", kSmiCellWords));
      }
      table_.cells[index * table_.devices.size() + i] = *cell;
    }
    return device.is_gpu ? read_affinities(row, device) : Result<void>();
  }

  /// As many cells as columns: the words up to the first that can only be an affinity.
  Result<void> check_width(const Line& row) const {
    const auto end = std::find_if(row.words.begin() + 1, row.words.end(), is_smi_affinity);
    const auto cells = static_cast<std::size_t>(end - row.words.begin()) - 1;
    const std::size_t columns = table_.devices.size();
    // Too many words matter only where they are cells.
    const bool is_over = cells > columns && parse_smi_cell(row.words[columns + 1]);
    if (cells >= columns && !is_over) return {};
    return bad_input(
        at(row.number),
        fmt::format("row {} has {}", proper_name(row.words[0]), core::counted(cells, "cell")),
        fmt::format("expected {}, one for each column", columns),
        is_over ? "" : std::string(kWholeHint));
  }

  Result<void> read_affinities(const Line& row, TableDevice& device) const {
    std::vector<std::string_view> rest(
        row.words.begin() + 1 + static_cast<std::ptrdiff_t>(table_.devices.size()),
        row.words.end());
    std::size_t next = 0;
    const auto take = [&](bool is_there) {
      const bool is_given = is_there && next < rest.size();
      return std::string(is_given ? rest[next++] : std::string_view());
    };
    device.cpu_affinity = take(lines_.has_cpu_affinity);
    device.numa_affinity = take(lines_.has_numa_affinity);
    for (auto* affinity : {&device.cpu_affinity, &device.numa_affinity}) {
      if (core::is_same_name(*affinity, "N/A")) affinity->clear();
      if (affinity->empty() || parse_cpu_list(*affinity)) continue;
      return bad_input(at(row.number),
                       fmt::format("affinity {} of {}", in_quotes(*affinity), device.name),
                       "expected a list like 0-23,48-71, or N/A");
    }
    return {};
  }

  Result<void> check_rows() const {
    const auto missing = std::ranges::find(table_.devices, std::size_t{0}, &TableDevice::line);
    if (missing == table_.devices.end()) return {};
    return bad_input(at(lines_.last), fmt::format("the matrix ends without row {}", missing->name),
                     fmt::format("expected {} rows, one for each column of line {}",
                                 table_.devices.size(), lines_.header),
                     std::string(kWholeHint));
  }

  Result<void> check_cells() const {
    for (std::size_t row = 0; row < table_.devices.size(); ++row) {
      for (std::size_t column = 0; column <= row; ++column) {
        if (auto done = check_cell(row, column); !done) return done;
      }
    }
    return {};
  }

  Result<void> check_cell(std::size_t row, std::size_t column) const {
    const TableDevice& a = table_.devices[row];
    const TableDevice& b = table_.devices[column];
    const Cell& cell = table_.cell(row, column);
    const Cell& mirror = table_.cell(column, row);
    const std::string where = smi_place(path_, a, b);
    if ((cell.path == Path::Self) != (row == column)) {
      return bad_input(where, text_of(cell),
                       row == column ? "expected X" : "expected a path: X is a device to itself");
    }
    if (cell != mirror) {
      return bad_input(where, text_of(cell),
                       fmt::format("expected {}, as cell {} {} of line {} says", text_of(mirror),
                                   b.name, a.name, b.line));
    }
    if (cell.path == Path::NvLink && (!a.is_gpu || !b.is_gpu)) {
      return bad_input(where, text_of(cell), "expected NVLink between GPUs only");
    }
    if (cell.nvlinks > kMostNvLinks) {
      return bad_input(
          where, text_of(cell),
          fmt::format("expected at most {} NVLinks, twice what any GPU has", kMostNvLinks));
    }
    return {};
  }

  const Lines& lines_;
  const std::string& path_;
  std::map<std::string, std::size_t> columns_;  // by name
  Table table_;
};

/// "NIC0: mlx5_0" as its two names; nothing for other lines.
std::optional<std::pair<std::string, std::string>> legend_entry(std::string_view line) {
  const auto words = smi_words(line);
  if (words.size() != 2 || !words[0].ends_with(':')) return {};
  const std::string_view name = words[0].substr(0, words[0].size() - 1);
  if (!smi_number(name, "NIC")) return {};
  return std::pair(proper_name(name), std::string(words[1]));
}

/// Names of NICs from the legend. One that two NICs would share is left aside.
void read_legend(std::string_view text, Table& table) {
  std::map<std::string_view, TableDevice*> devices;
  std::set<std::string> taken;
  for (TableDevice& device : table.devices) {
    devices.emplace(device.name, &device);
    taken.insert(device.name);
  }
  for (core::LineReader lines(text); lines.next();) {
    const auto entry = legend_entry(lines.line());
    if (!entry) continue;
    const auto device = devices.find(entry->first);
    const bool is_new = device != devices.end() && device->second->label == entry->first;
    if (is_new && is_text(entry->second) && taken.insert(entry->second).second) {
      device->second->label = entry->second;
    }
  }
}

}  // namespace

std::optional<std::int64_t> TableDevice::rate() const {
  return mbps || is_gpu ? mbps : catalogue::port_mbps_of_name(label);
}

bool has_smi_header(std::string_view text) {
  return find_smi_lines(plain_smi_text(text)).has_value();
}

Result<Table> parse_smi_table(std::string_view text, const std::string& path) {
  const std::string plain = plain_smi_text(text);
  const auto lines = find_smi_lines(plain);
  if (!lines) {
    return bad_input(path, "no matrix of nvidia-smi topo -m",
                     "expected a line that names GPU0 and the other devices");
  }
  auto table = TableReader(*lines, path).read();
  if (!table) return table;
  read_legend(plain, *table);
  if (lines->another_header != 0) {
    table->notes.push_back({core::Severity::Note, smi_place(path, lines->another_header),
                            "another matrix is skipped: the first one counts"});
  }
  return table;
}

std::string smi_place(const std::string& path, std::size_t line) {
  return fmt::format("{}: line {}", path, line);
}

std::string smi_place(const std::string& path, const TableDevice& row, const TableDevice& column) {
  return fmt::format("{}: line {}, cell {} {}", path, row.line, core::printable(row.name),
                     core::printable(column.name));
}

}  // namespace treering::hw::formats::nvidia_smi
