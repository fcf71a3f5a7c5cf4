// Format "nvbandwidth": what NVIDIA's nvbandwidth prints of copies between GPUs: the driver, the
// GPUs by name and bus id, and tables of rates.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"
#include "hw/formats/host_texts/words.h"

namespace treering::hw::formats {
namespace host_texts {
namespace {

constexpr std::string_view kVersion = "nvbandwidth Version:";
constexpr std::string_view kUnit = " bandwidth (GB/s)";

/// "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)".
bool is_title(std::string_view line) {
  return line.starts_with("memcpy ") && line.ends_with(kUnit);
}

class BandwidthReader {
 public:
  BandwidthReader(const std::string& path, core::HostState& host) : path_(path), host_(host) {}

  void take(std::string_view line, std::size_t number) {
    line = core::trimmed(line);
    if (line.empty()) return;
    if (take_table(line, number)) return;
    if (line.find("Invalid value when checking the pattern") != std::string_view::npos) {
      host_.warnings.push_back({std::string(line), origin_at(path_, number)});
    }
    const auto field = field_of(line);
    if (!field) return;
    if (field->key == "Driver Version" && !host_.driver_version) {
      host_.driver_version = {std::string(field->value), origin_at(path_, number)};
    }
    constexpr std::string_view kDevice = "Device ";
    if (field->key.starts_with(kDevice))
      take_device(field->key.substr(kDevice.size()), field->value, number);
  }

  [[nodiscard]] std::size_t tables() const { return tables_; }

 private:
  /// "NVIDIA A100-SXM4-80GB (00000000:34:00)".
  void take_device(std::string_view index, std::string_view name, std::size_t number) {
    const auto gpu = core::whole_number<int>(index);
    if (!gpu || *gpu < 0 || *gpu >= core::kMaxGpus || !seen_.insert(*gpu).second) return;
    const std::size_t bracket = name.find(" (");
    core::GpuState state{.gpu = *gpu, .model = std::string(core::trimmed(name.substr(0, bracket)))};
    if (bracket != std::string_view::npos) {
      state.bus_id = bus_id_of(core::trimmed(name.substr(bracket + 2), " )"));
    }
    state.origin = origin_at(path_, number);
    host_.gpus.push_back(std::move(state));
  }

  /// A title, a row of columns, rows of numbers. Copies between GPUs one way are read; both ways,
  /// to the host, and by kernels (SM) are others. False for lines outside of tables.
  bool take_table(std::string_view line, std::size_t number) {
    if (line.find("bandwidth (GB/s)") != std::string_view::npos) {
      is_from_column_ = line.find("<-") != std::string_view::npos;
      is_read_ = line.starts_with("memcpy CE GPU(row)") && !has_table_;
      columns_.clear();
      is_table_ = true;
      ++tables_;
      return true;
    }
    if (!is_table_) return false;
    const auto words = words_of(line);
    if (columns_.empty()) return take_columns(words);
    const auto row = core::whole_number<int>(words[0]);
    if (!row || words.size() != columns_.size() + 1) return is_table_ = false;
    for (std::size_t i = 0; is_read_ && i < columns_.size(); ++i) {
      const auto rate = leading_decimal(words[i + 1]);
      if (!rate || *rate <= 0 || *rate > 1e6) continue;
      has_table_ = true;
      const int from = is_from_column_ ? columns_[i] : *row;
      const int to = is_from_column_ ? *row : columns_[i];
      host_.pair_rates.push_back(
          {from, to, core::PairFigure::OneWayDirect, *rate, origin_at(path_, number)});
    }
    return true;
  }

  bool take_columns(const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
      const auto gpu = core::whole_number<int>(word);
      if (!gpu || *gpu < 0 || *gpu >= core::kMaxGpus) {
        columns_.clear();
        return is_table_ = false;
      }
      columns_.push_back(*gpu);
    }
    return true;
  }

  const std::string& path_;
  core::HostState& host_;
  std::set<int> seen_;  // GPUs by number
  std::vector<int> columns_;
  std::size_t tables_ = 0;
  bool is_table_ = false;
  bool is_read_ = false;
  bool is_from_column_ = false;  // "GPU(row) <- GPU(column)"
  bool has_table_ = false;       // the first of several such tables is read
};

}  // namespace
}  // namespace host_texts

bool is_nvbandwidth(std::string_view text) {
  if (text.find(host_texts::kVersion) != std::string_view::npos) return true;
  // Of a long output people paste a table.
  return core::find_part(text, host_texts::kUnit) != std::string_view::npos &&
         any_line(text,
                  [](std::string_view line) { return host_texts::is_title(core::trimmed(line)); });
}

void add_nvbandwidth(const Source& source, HostFacts& facts) {
  host_texts::BandwidthReader reader(source.path, facts.host);
  for (core::LineReader lines(source.text); lines.next();) {
    const auto words = host_texts::words_of(lines.line());
    const bool is_cut = !lines.has_end() && !words.empty() && core::is_digit(words.back().back()) &&
                        !host_texts::has_all_decimals(words.back());
    if (!is_cut) reader.take(lines.line(), lines.number());
  }
  facts.read.push_back(fmt::format("nvbandwidth with {}", core::counted(reader.tables(), "table")));
}

}  // namespace treering::hw::formats
