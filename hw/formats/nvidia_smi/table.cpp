#include "hw/formats/nvidia_smi/table.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/adapters.h"
#include "hw/formats/nvidia_smi/legend.h"
#include "hw/formats/nvidia_smi/missing_rows.h"
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

class TableReader {
 public:
  TableReader(const Lines& lines, const std::string& path) : lines_(lines), path_(path) {}

  Result<Table> read() {
    if (auto done = read_columns(); !done) return core::fail(done.error());
    add_lost_columns();
    table_.cells.resize(table_.devices.size() * table_.devices.size());
    is_read_.resize(table_.cells.size());
    table_.has_numa_column = lines_.has_numa_affinity || !lines_.has_cpu_affinity;
    // All rows are found before any is read: a text that is cut short should hear just that.
    for (const Line& row : lines_.rows) {
      if (auto done = find_row(row); !done) return core::fail(done.error());
    }
    if (auto done = check_any_row(); !done) return core::fail(done.error());
    find_torn_rows();
    for (const Line& row : lines_.rows) {
      if (auto done = read_row(row); !done) return core::fail(done.error());
    }
    if (auto done = fill_missing(); !done) return core::fail(done.error());
    if (auto done = fill_affinities(); !done) return core::fail(done.error());
    if (auto done = check_cells(); !done) return core::fail(done.error());
    if (has_lost_adapters_) leave_out_adapters();
    add_notes();
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
      if (!may_be_label(word)) {
        return bad_input(where, fmt::format("column {}", in_quotes(word)), "expected a name");
      }
      TableDevice device;
      device.name = proper_name(word);
      device.label = device.name;
      const auto index = smi_number(word, "GPU");
      device.is_gpu = index.has_value();
      device.index = index.value_or(0);
      gpus += device.is_gpu ? 1 : 0;
      ++width_;
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

  /// Rows whose columns a paste lost: they have a cell for each column that is left. Those of GPUs
  /// only where a terminal cut all that stands further right.
  void add_lost_columns() {
    for (const Line& row : lines_.rows) {
      const std::string name = proper_name(row.words[0]);
      const bool is_full =
          row.words.size() == width_ + 1 &&
          std::all_of(row.words.begin() + 1, row.words.end(),
                      [](std::string_view word) { return parse_smi_cell(word).has_value(); });
      const auto gpu = smi_number(name, "GPU");
      const bool is_lost_gpu = gpu && !lines_.has_cpu_affinity && !lines_.has_numa_affinity;
      if ((gpu && !is_lost_gpu) || !is_full || !may_be_label(name)) continue;
      if (table_.devices.size() == kMaxSmiDevices) return;
      if (!columns_.try_emplace(name, table_.devices.size()).second) continue;
      TableDevice device;
      device.name = name;
      device.label = name;
      device.is_gpu = gpu.has_value();
      device.index = gpu.value_or(0);
      table_.devices.push_back(std::move(device));
    }
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
    if (torn_.contains(index)) {
      read_torn_row(row, device);
      return {};
    }
    if (auto done = check_width(row); !done) return done;
    for (std::size_t i = 0; i < width_ && i + 1 < row.words.size(); ++i) {
      const auto cell = parse_smi_cell(row.words[i + 1]);
      if (!cell && is_cut(row) && i + 2 == row.words.size()) return {};  // half a word
      if (!cell) {
        return bad_input(smi_place(path_, device, table_.devices[i]), in_quotes(row.words[i + 1]),
                         fmt::format("expected {}", kSmiCellWords));
      }
      table_.cell(index, i) = *cell;
      is_read_[index * table_.devices.size() + i] = true;
    }
    if (device.is_gpu && row.words.size() > width_ + 1) read_affinities(row, width_ + 1, device);
    return {};
  }

  /// Rows that lost cells, where most rows of GPUs are whole: the matrix is symmetric, so that the
  /// others have what such a row had, but for cells between two of them.
  void find_torn_rows() {
    std::set<std::size_t> torn;
    std::size_t whole = 0;
    std::size_t lost = 0;
    for (const TableDevice& device : table_.devices) lost += device.is_gpu && device.line == 0;
    for (const Line& row : lines_.rows) {
      const std::size_t index = columns_.at(proper_name(row.words[0]));
      const bool is_torn = cells_of_row(row) < width_;
      if (is_torn && !is_cut(row)) torn.insert(index);
      lost += is_torn ? 1U : 0U;
      whole += !is_torn && table_.devices[index].is_gpu ? 1U : 0U;
    }
    // Six of eight.
    constexpr std::size_t kShare = 3;
    has_most_rows_ = lost > 0 && whole >= kShare * lost;
    if (has_most_rows_) torn_ = std::move(torn);
  }

  /// The words up to the first that can only be an affinity.
  static std::size_t cells_of_row(const Line& row) {
    const auto end = std::find_if(row.words.begin() + 1, row.words.end(), is_smi_affinity);
    return static_cast<std::size_t>(end - row.words.begin()) - 1;
  }

  /// Its affinities, where all of them are left.
  void read_torn_row(const Line& row, TableDevice& device) {
    const std::size_t first = cells_of_row(row) + 1;
    const std::size_t wanted =
        (lines_.has_cpu_affinity ? 1U : 0U) + (lines_.has_numa_affinity ? 1U : 0U);
    if (device.is_gpu && row.words.size() >= first + wanted) read_affinities(row, first, device);
  }

  /// The last row, where the paste may end, also inside a word: no affinity follows, which would
  /// show a gap.
  bool is_cut(const Line& row) const {
    const bool is_short = row.words.size() <= width_ || is_smi_half_cell(row.words.back());
    return &row == &lines_.rows.back() && is_short &&
           std::none_of(row.words.begin() + 1, row.words.end(), is_smi_affinity);
  }

  /// As many cells as columns: the words up to the first that can only be an affinity.
  Result<void> check_width(const Line& row) const {
    const std::size_t cells = cells_of_row(row);
    // Too many words matter only where they are cells.
    const bool is_over = cells > width_ && parse_smi_cell(row.words[width_ + 1]);
    if ((cells >= width_ && !is_over) || is_cut(row)) return {};
    return bad_input(
        at(row.number),
        fmt::format("row {} has {}", proper_name(row.words[0]), core::counted(cells, "cell")),
        fmt::format("expected {}, one for each column", width_),
        is_over ? "" : std::string(kWholeHint));
  }

  /// \param first the word of the row that is the first of them
  void read_affinities(const Line& row, std::size_t first, TableDevice& device) {
    std::vector<std::string_view> rest(row.words.begin() + static_cast<std::ptrdiff_t>(first),
                                       row.words.end());
    std::size_t next = 0;
    const auto take = [&](bool is_there) {
      const bool is_given = is_there && next < rest.size();
      return std::string(is_given ? rest[next++] : std::string_view());
    };
    device.cpu_affinity = take(lines_.has_cpu_affinity);
    device.numa_affinity = take(lines_.has_numa_affinity);
    if (core::is_same_name(device.numa_affinity, "N/A")) table_.says_no_numa = true;
    for (auto* affinity : {&device.cpu_affinity, &device.numa_affinity}) {
      if (core::is_same_name(*affinity, "N/A")) affinity->clear();
      if (affinity->empty() || parse_cpu_list(*affinity)) continue;
      // Half a list, as a paste has it: all else of the matrix is good.
      if (odd_affinities_++ == 0) odd_affinity_ = {row.number, *affinity};
      affinity->clear();
    }
  }

  /// "GPU0 to GPU7".
  std::string names_of_gpus() const {
    std::vector<std::string_view> names;
    for (const TableDevice& device : table_.devices) {
      if (device.is_gpu) names.push_back(device.name);
    }
    return in_words(names);
  }

  Result<void> check_any_row() const {
    if (!lines_.rows.empty()) return {};
    return bad_input(
        at(lines_.header),
        fmt::format("the matrix has its line of headings, with {}, and no row", names_of_gpus()),
        "expected the rows below it, which say what lies between the devices",
        std::string(kWholeHint));
  }

  bool is_read(std::size_t row, std::size_t column) const {
    return is_read_[row * table_.devices.size() + column];
  }

  bool is_known(std::size_t row, std::size_t column) const {
    return row == column || is_read(row, column) || is_read(column, row);
  }

  /// The cells between GPUs that some row has, each once.
  std::vector<Cell> known_between_gpus() const {
    std::vector<Cell> known;
    for (std::size_t row = 0; row < table_.devices.size(); ++row) {
      for (std::size_t column = 0; column < row; ++column) {
        const bool are_gpus = table_.devices[row].is_gpu && table_.devices[column].is_gpu;
        if (!are_gpus || !is_known(row, column)) continue;
        known.push_back(is_read(row, column) ? table_.cell(row, column) : table_.cell(column, row));
      }
    }
    return known;
  }

  core::Failure row_is_missing(std::size_t row) const {
    const TableDevice& device = table_.devices[row];
    return bad_input(at(lines_.last),
                     fmt::format("the matrix ends {} row {}",
                                 device.line == 0 ? "without" : "inside", device.name),
                     fmt::format("expected {} rows, one for each column of line {}",
                                 table_.devices.size(), lines_.header),
                     std::string(kWholeHint));
  }

  /// Cells that no row has: those of their mirrors, then what the others imply. Fails where these
  /// do not say how far a GPU is from another device.
  Result<void> fill_missing() {
    const std::size_t count = table_.devices.size();
    std::vector<std::pair<std::size_t, std::size_t>> unknown;
    const std::vector<Cell> between_gpus = known_between_gpus();
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t column = 0; column < count; ++column) {
        if (is_read(row, column) || row == column) continue;
        if (is_read(column, row)) {
          table_.cell(row, column) = table_.cell(column, row);
        } else {
          unknown.emplace_back(row, column);
        }
      }
    }
    for (const auto& [row, column] : unknown) {
      auto cell = implied(row, column, between_gpus);
      const bool is_of_adapter = table_.devices[row].is_gpu != table_.devices[column].is_gpu;
      if (!cell && is_of_adapter && has_most_rows_) {
        has_lost_adapters_ = true;
        cell = Cell{Path::Sys, 0};
      }
      if (!cell) return row_is_missing(table_.devices[row].is_gpu ? row : column);
      table_.cell(row, column) = *cell;
    }
    return {};
  }

  /// Between NICs what the GPUs imply. Between GPUs what all others have, through NVSwitch; where
  /// no row of a GPU is there, what the NICs imply, and NVLinks are unknown.
  std::optional<Cell> implied(std::size_t row, std::size_t column,
                              const std::vector<Cell>& between_gpus) {
    const int gpus = (table_.devices[row].is_gpu ? 1 : 0) + (table_.devices[column].is_gpu ? 1 : 0);
    if (gpus == 0) return Cell{between_nics(table_, row, column), 0};
    if (gpus == 1) return implied_exactly(row, column);
    if (between_gpus.empty()) {
      table_.hides_nvlinks = "the rows of the GPUs are missing, which have their NVLinks";
      return Cell{between_gpus_by_nics(table_, row, column), 0};
    }
    const Cell& first = between_gpus.front();
    const bool is_same =
        std::ranges::all_of(between_gpus, [&](const Cell& one) { return one == first; });
    // Two rows of GPUs or more: one has NVLinks of its own with each other GPU of a mesh as well.
    constexpr std::size_t kFewest = 3;
    if (!is_same || first.path != Path::NvLink || between_gpus.size() < kFewest) {
      return farthest_between(row, column, between_gpus);
    }
    has_implied_gpus_ = true;
    return first;
  }

  std::optional<ImpliedPath> by_others(std::size_t row, std::size_t column) const {
    if (!has_most_rows_) return {};
    return path_by_others(table_, row, column,
                          [this](std::size_t a, std::size_t b) { return is_known(a, b); });
  }

  /// Where an adapter is nobody but the others can say.
  std::optional<Cell> implied_exactly(std::size_t row, std::size_t column) const {
    const auto by = by_others(row, column);
    if (!by || !by->is_exact) return {};
    return Cell{by->path, 0};
  }

  /// Two GPUs whose rows are both missing: as far apart as the others allow. NVLinks that they may
  /// have to each other are left out.
  std::optional<Cell> farthest_between(std::size_t row, std::size_t column,
                                       const std::vector<Cell>& between_gpus) {
    const auto by = by_others(row, column);
    if (!by) return {};
    const bool has_nvlinks =
        std::ranges::any_of(between_gpus, [](const Cell& one) { return one.nvlinks > 0; });
    if (has_nvlinks) {
      table_.nvlinks_unknown = "rows of GPUs are missing that have NVLinks to each other";
    }
    const bool is_known_path = by->is_exact && !has_nvlinks;
    if (row < column && !is_known_path) unknown_pairs_.emplace_back(row, column);
    return Cell{by->path, 0};
  }

  /// Adapters of which no row says whether they are near a GPU.
  void leave_out_adapters() {
    const std::map<std::size_t, std::size_t> places = leave_out_nics(table_);
    std::set<std::size_t> torn;
    for (const std::size_t index : torn_) {
      if (const auto place = places.find(index); place != places.end()) torn.insert(place->second);
    }
    torn_ = std::move(torn);
    for (auto& [a, b] : unknown_pairs_) {
      a = places.at(a);
      b = places.at(b);
    }
    width_ = table_.devices.size();
    table_.notes.push_back(
        {core::Severity::Warning, at(lines_.last),
         "which adapters are near the GPUs whose rows are missing, only these rows say: the "
         "adapters are left out, so that jobs of several nodes cannot be predicted"});
  }

  /// Whether the paste ended before the affinities of the row.
  bool lacks_affinity(const TableDevice& gpu) const {
    const auto index = static_cast<std::size_t>(&gpu - table_.devices.data());
    if (torn_.contains(index)) return gpu.cpu_affinity.empty();
    return gpu.line == 0 || (gpu.line == lines_.rows.back().number && is_cut(lines_.rows.back()) &&
                             gpu.cpu_affinity.empty());
  }

  /// GPUs whose rows are missing have the CPUs of a GPU near them; where NVLink hides which, those
  /// of a neighbour if the rows have more than one socket, or are most. Fails where nothing shows
  /// it.
  Result<void> fill_affinities() {
    if (!lines_.has_cpu_affinity) return {};
    std::set<std::string> seen;
    std::vector<std::size_t> lacking;
    for (std::size_t i = 0; i < table_.devices.size(); ++i) {
      const TableDevice& gpu = table_.devices[i];
      if (!gpu.is_gpu) continue;
      if (lacks_affinity(gpu)) {
        lacking.push_back(i);
      } else {
        seen.insert(gpu.cpu_affinity + "/" + gpu.numa_affinity);
      }
    }
    std::map<std::size_t, const TableDevice*> found;
    const auto lacks = [this](const TableDevice& gpu) { return lacks_affinity(gpu); };
    for (const std::size_t i : lacking) {
      const TableDevice* near = near_gpu(table_, i, lacks);
      if (near == nullptr && (seen.size() > 1 || has_most_rows_)) {
        near = neighbour(table_, i, lacks);
      }
      if (near == nullptr && has_nvlink_cell(i)) return row_is_missing(i);
      if (near != nullptr) found.emplace(i, near);
    }
    for (const auto& [i, near] : found) {
      table_.devices[i].cpu_affinity = near->cpu_affinity;
      table_.devices[i].numa_affinity = near->numa_affinity;
    }
    return {};
  }

  bool has_nvlink_cell(std::size_t gpu) const {
    for (std::size_t other = 0; other < table_.devices.size(); ++other) {
      if (table_.cell(gpu, other).nvlinks > 0) return true;
    }
    return false;
  }

  void add_notes() {
    if (lines_.is_header_lost) {
      table_.notes.push_back({core::Severity::Note, at(lines_.header),
                              "the line of headings is missing: columns are named after the rows, "
                              "in which X stands in a device's own column"});
    }
    if (odd_affinities_ > 0) {
      table_.notes.push_back(
          {core::Severity::Warning, at(odd_affinity_.first),
           fmt::format(
               "affinity {} is no list like 0-23,48-71 and is left out{}",
               in_quotes(odd_affinity_.second),
               odd_affinities_ == 1 ? "" : fmt::format(", as are {} more", odd_affinities_ - 1))});
    }
    if (has_implied_gpus_) {
      table_.notes.push_back({core::Severity::Warning, at(lines_.last),
                              "GPUs whose rows are missing are taken to be joined as all others "
                              "are, and to be near the "
                              "CPUs of GPUs beside them"});
    }
    if (!has_implied_gpus_) note_lost_gpus();
    if (table_.devices.size() > width_) {
      table_.notes.push_back(
          {core::Severity::Warning, at(lines_.header),
           fmt::format("the columns of {} are missing: their rows have the distance to GPUs, and "
                       "between them the farthest is taken that these allow",
                       names_from(width_))});
    }
    note_lost_rows();
  }

  /// "NIC0, NIC1" or "NIC0 to NIC8".
  std::string names_from(std::size_t first) const {
    std::vector<std::string_view> names;
    for (std::size_t i = first; i < table_.devices.size(); ++i) {
      names.push_back(table_.devices[i].name);
    }
    return in_words(names);
  }

  static std::string in_words(const std::vector<std::string_view>& names) {
    constexpr std::size_t kMost = 4;
    return names.size() <= kMost ? fmt::format("{}", fmt::join(names, ", "))
                                 : fmt::format("{} to {}", names.front(), names.back());
  }

  /// Rows of GPUs that are not there, or lost cells.
  void note_lost_gpus() {
    std::vector<std::string_view> lost;
    for (std::size_t i = 0; i < width_; ++i) {
      const TableDevice& device = table_.devices[i];
      const bool is_lost = device.line == 0 || torn_.contains(i) ||
                           (device.line == lines_.rows.back().number && is_cut(lines_.rows.back()));
      if (device.is_gpu && is_lost) lost.push_back(device.name);
    }
    if (lost.empty()) return;
    table_.notes.push_back(
        {core::Severity::Warning, at(lines_.last),
         fmt::format("the {} of {} {} missing or torn: the cells are those of the other rows, and "
                     "CPUs those of GPUs beside them{}",
                     lost.size() == 1 ? "row" : "rows", in_words(lost),
                     lost.size() == 1 ? "is" : "are", unknown_pairs_text())});
  }

  std::string unknown_pairs_text() const {
    if (unknown_pairs_.empty()) return "";
    std::vector<std::string> pairs;
    for (const auto& [a, b] : unknown_pairs_) {
      pairs.push_back(fmt::format("{} and {} ({})", table_.devices[a].name, table_.devices[b].name,
                                  text_of(table_.cell(a, b))));
    }
    return fmt::format(
        "; unknown is what lies between {}: the farthest that the others allow is "
        "taken{}",
        fmt::join(pairs, ", "), table_.nvlinks_unknown.empty() ? "" : ", without NVLinks");
  }

  void note_lost_rows() {
    std::vector<std::string_view> lost;
    for (std::size_t i = 0; i < width_; ++i) {
      const TableDevice& device = table_.devices[i];
      const bool is_whole = device.is_gpu || (device.line != 0 && is_read(i, width_ - 1));
      if (!is_whole) lost.push_back(device.name);
    }
    if (lost.empty()) return;
    table_.notes.push_back(
        {core::Severity::Warning, at(lines_.last),
         fmt::format("the matrix ends before it is whole: the {} of {} {} missing: the distance "
                     "to GPUs is that in the rows of the GPUs{}",
                     lost.size() == 1 ? "row" : "rows", in_words(lost),
                     lost.size() == 1 ? "is" : "are",
                     lost.size() == 1 ? "" : ", between them the farthest that these allow")});
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
  std::size_t width_ = 0;  // columns of the header
  bool has_implied_gpus_ = false;
  std::set<std::size_t> torn_;  // rows that lost cells
  bool has_lost_adapters_ = false;
  bool has_most_rows_ = false;  // where some are missing or torn: thrice as many are whole
  std::vector<std::pair<std::size_t, std::size_t>> unknown_pairs_;  // of GPUs without rows
  std::size_t odd_affinities_ = 0;
  std::pair<std::size_t, std::string> odd_affinity_;  // the first, with its line
  std::map<std::string, std::size_t> columns_;        // by name
  std::vector<bool> is_read_;                         // by cell
  Table table_;
};

bool has_nvlink(const Table& table) {
  return std::ranges::any_of(table.cells, [](const Cell& cell) { return cell.nvlinks > 0; });
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
  if (const std::size_t at = plain.find("XGMI"); at != std::string::npos) {
    return bad_input(smi_place(path, core::line_of(plain, at)), "a matrix of AMD's GPUs (XGMI)",
                     "expected NVIDIA's: treering follows NCCL, and RCCL is not supported");
  }
  const auto lines = find_smi_lines(plain);
  if (!lines) {
    return bad_input(path, "no matrix of nvidia-smi topo -m",
                     "expected a line that names GPU0 and the other devices");
  }
  auto table = TableReader(*lines, path).read();
  if (!table) return table;
  read_legend(plain, *table);
  if (!has_nvlink(*table) && is_of_pci_only(plain, *lines)) {
    table->hides_nvlinks = "nvidia-smi topo -mp shows PCIe only, and never NVLinks";
  }
  note_hidden_nics(plain, path, *table);
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
