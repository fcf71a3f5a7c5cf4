// The GPUs that `nvidia-smi --query-gpu=... --format=csv` lists.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/text.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using Cells = std::vector<std::string_view>;

constexpr std::size_t kMostCells = 64;

Cells cells_of(std::string_view line) {
  Cells cells;
  while (cells.size() < kMostCells) {
    const std::size_t comma = line.find(',');
    cells.push_back(core::trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    line.remove_prefix(comma + 1);
  }
  return cells;
}

/// The columns that name a GPU; as many cells as the header has.
struct Columns {
  std::size_t count = 0;
  std::optional<std::size_t> name;
  std::optional<std::size_t> index;
  std::optional<std::size_t> bus_id;
};

/// "index, name, memory.total [MiB]": a name and some other field that only this program has.
std::optional<Columns> columns_of(const Cells& cells) {
  Columns columns{.count = cells.size()};
  bool has_other = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string word = core::lower_case(cells[i]);
    if (word == "name" || word == "gpu_name") columns.name = i;
    if (word == "index") columns.index = i;
    if (word == "pci.bus_id" || word == "gpu_bus_id") columns.bus_id = i;
    has_other = has_other || word == "index" || word == "uuid" || word == "gpu_uuid" ||
                word == "driver_version" || word.find('.') != std::string::npos;
  }
  if (!columns.name || !has_other) return {};
  return columns;
}

/// "0, NVIDIA H200, 143771 MiB": without a header a number and a name.
std::optional<Columns> columns_of_bare(const Cells& cells) {
  const bool is_row =
      cells.size() > 1 && core::whole_number<int>(cells[0]) && is_gpu_name(cells[1]);
  if (!is_row) return {};
  return Columns{.count = cells.size(), .name = 1, .index = 0, .bus_id = {}};
}

class CsvReader {
 public:
  void take(std::string_view line, std::size_t number) {
    line = core::trimmed(line);
    if (!line.empty() && !line.starts_with("```")) last_ = number;
    const Cells cells = cells_of(line);
    if (cells.size() < 2) {
      note_cut(cells, number);
      return end();
    }
    if (const auto header = columns_of(cells)) {
      if (list_.gpus.empty()) columns_ = header;
      return;
    }
    if (!columns_ && list_.gpus.empty()) columns_ = columns_of_bare(cells);
    if (!columns_) return;
    if (cells.size() != columns_->count || !is_gpu_name(cells[*columns_->name])) {
      note_cut(cells, number);
      return end();
    }
    if (cells.back().empty()) open_ = number;
    add(cells, number);
  }

  /// A row that is cut at the end of the text shows one GPU more.
  GpuList finish() && {
    const bool is_cut = cut_ != 0 && cut_ == last_;
    if (open_ != 0 && open_ == last_) list_.end = open_;
    if (!is_cut) return std::move(list_);
    list_.begun = list_.gpus.rbegin()->first + 1;
    list_.end = cut_;
    return std::move(list_);
  }

 private:
  /// Notes a row of the list that lacks cells, or half of its name.
  void note_cut(const Cells& cells, std::size_t number) {
    if (!columns_ || list_.gpus.empty() || cells.size() > columns_->count) return;
    const bool is_row = columns_->index == std::size_t{0}
                            ? core::whole_number<int>(cells[0]).has_value()
                            : is_gpu_name(cells[0]);
    if (is_row) cut_ = number;
  }

  /// Of several lists the first counts.
  void end() { columns_.reset(); }

  void add(const Cells& cells, std::size_t number) {
    std::optional<int> index = static_cast<int>(list_.gpus.size());
    if (columns_->index) index = core::whole_number<int>(cells[*columns_->index]);
    if (!index || *index < 0 || *index >= core::kMaxGpus) return end();
    GpuLine& gpu = list_.gpus[*index];
    if (!gpu.name.empty()) return;
    gpu.name = cells[*columns_->name];
    gpu.line = number;
    if (columns_->bus_id) gpu.bus_id = short_bus_id(cells[*columns_->bus_id]);
  }

  std::optional<Columns> columns_;
  std::size_t last_ = 0;  // the last line with words
  std::size_t cut_ = 0;   // a row that is cut; 0 for none
  std::size_t open_ = 0;  // a row without its last cell; 0 for none
  GpuList list_{.source = "nvidia-smi --query-gpu"};
};

}  // namespace

GpuList parse_csv_gpus(std::string_view text) {
  CsvReader reader;
  for (core::LineReader lines(text); lines.next();) reader.take(lines.line(), lines.number());
  return std::move(reader).finish();
}

}  // namespace treering::hw::formats::nvidia_smi
