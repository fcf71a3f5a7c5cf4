#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/text/pasted.h"
#include "core/text/reading.h"
#include "core/topology/topology.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/formats/env_dump/facts.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/text.h"
#include "hw/formats/nvidia_smi/whole_names.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

constexpr auto kNone = std::string_view::npos;
// NVLinks of one GPU; twice the number of any GPU.
constexpr int kMostLinks = 36;
// GB/s of one link each way; ten times that of NVLink 5.
constexpr double kMostGbPerS = 500;

/// The number in "GPU 3:" or "Link 3:" at the start of a line.
struct Numbered {
  int number = 0;
  std::string_view rest;
};

std::optional<Numbered> numbered(std::string_view line, std::string_view kind) {
  if (!line.starts_with(kind)) return {};
  const std::size_t colon = line.find(':');
  if (colon == kNone || colon < kind.size()) return {};
  const auto number = core::whole_number<int>(line.substr(kind.size(), colon - kind.size()));
  if (!number || *number < 0) return {};
  return Numbered{*number, core::trimmed(line.substr(colon + 1))};
}

/// "GPU 0,1,2,3: NAME", as SGLang writes equal GPUs, or one "GPU 3: NAME".
struct NamedGpus {
  std::vector<int> numbers;
  std::string_view rest;
};

std::optional<NamedGpus> named_gpus(std::string_view line) {
  constexpr std::string_view kKind = "GPU ";
  const std::size_t colon = line.find(':');
  if (!line.starts_with(kKind) || colon == kNone) return {};
  NamedGpus gpus{{}, core::trimmed(line.substr(colon + 1))};
  std::string_view list = line.substr(kKind.size(), colon - kKind.size());
  while (true) {
    const std::size_t comma = list.find(',');
    const auto number = core::whole_number<int>(core::trimmed(list.substr(0, comma)));
    if (!number || *number < 0) return {};
    gpus.numbers.push_back(*number);
    if (comma == kNone) return gpus;
    list.remove_prefix(comma + 1);
  }
}

// The first words of the names that nvidia-smi's table has.
constexpr std::array<std::string_view, 5> kFirstWords{"NVIDIA", "Tesla", "Quadro", "GeForce",
                                                      "TITAN"};

bool begins_name(std::string_view word) {
  return std::ranges::find(kFirstWords, word) != kFirstWords.end();
}

/// A value of the column behind the name: persistence mode, on Windows the model of the driver.
/// Drivers of before 2013 have no such column.
bool is_mode(std::string_view word) {
  constexpr std::array<std::string_view, 6> kModes{"On", "Off", "N/A", "TCC", "WDDM", "MCDM"};
  return std::ranges::find(kModes, word) != kModes.end();
}

std::string without_bars(std::string_view line) {
  std::string plain(line);
  std::ranges::replace(plain, '|', ' ');
  return plain;
}

/// A row of nvidia-smi's table that lost its bars.
bool is_bare_row(std::string_view line) {
  if (line.empty() || !core::is_digit(line.front())) return false;
  const auto words = smi_words(line);
  const auto is_bus_id = [](std::string_view word) { return !short_bus_id(word).empty(); };
  return words.size() > 3 && core::whole_number<int>(words[0]) && begins_name(words[1]) &&
         std::ranges::any_of(words, is_bus_id);
}

/// "MIG 1g.5gb     Device  0: (UUID: MIG-...)", an instance of the GPU above it.
bool is_mig_instance(std::string_view line) {
  if (!line.starts_with("MIG ")) return false;
  const auto words = smi_words(line);
  return words.size() > 2 && core::is_digit(words[1].front()) && words[1].find("g.") != kNone &&
         words[2] == "Device";
}

/// Whether the line is `word`, or begins as it does and is cut: "L", "Link", "Link 1".
bool is_cut_start(std::string_view line, std::string_view word) {
  if (word.starts_with(line)) return true;
  return line.starts_with(word) &&
         line.find_first_not_of("0123456789", word.size()) == std::string_view::npos;
}

bool is_elision(std::string_view line) {
  return line.size() >= 2 && line.find_first_not_of("[].") == kNone && line.find("..") != kNone;
}

class Reader {
 public:
  void take(std::string_view line, std::size_t number) {
    line = core::trimmed(core::without_launcher_tags(line).text);
    follow_end(line, number);
    // Of one GPU, PyTorch's dump has the name in this line.
    constexpr std::string_view kKey = "GPU models and configuration";
    if (line.starts_with(kKey)) line = core::trimmed(line.substr(kKey.size()), " \t:");
    if (is_elision(line)) return take_elision(number);
    if (const auto gpus = named_gpus(line)) return take_gpus_of_line(*gpus, number);
    if (const auto link = numbered(line, "Link ")) return take_link(*link, number);
    if (is_mig_instance(line)) return take_instance(number);
    if (line.starts_with('|') || is_bare_row(line)) return take_row(line, number);
    take_sentence(core::lower_case(line), number);
  }
  /// One name without UUID may stand in any text; several, or those of a dump, are a list.
  GpuList finish(bool is_dump) && {
    for (const auto& [number, count] : mig_rows_) {
      const auto gpu = list_.gpus.find(number);
      if (gpu != list_.gpus.end()) gpu->second.instances = std::max(gpu->second.instances, count);
    }
    take_torn_end();
    std::erase_if(list_.gpus, [&](const auto& entry) {
      const auto& [number, gpu] = entry;
      return !is_dump && bare_.size() == 1 && bare_.contains(number) && gpu.link_line == 0 &&
             gpu.bus_id.empty();
    });
    leave_out_cut_links();
    for (auto& [number, gpu] : list_.gpus) {
      if (gpu.is_all_down && gpu.nvlinks.empty()) list_all_down(gpu);
    }
    // Rows alone, without borders, are a part of the table that somebody picked.
    const bool is_in_table = is_in_box_ && has_borders_;
    take_begun();
    const bool is_open = (is_in_table || left_out_ != 0) && list_.end == 0;
    if (is_open && !list_.gpus.empty()) list_.end = is_in_table ? last_line_ : left_out_;
    if (has_rows_only_) list_.source = "nvidia-smi";
    if (!listed_.empty()) list_.source = "nvidia-smi nvlink";
    return std::move(list_);
  }

 private:
  /// A row that is cut at the end of the text shows one GPU more.
  void take_begun() {
    const bool is_new = begun_line_ == last_line_ && list_.find(begun_) == nullptr;
    if (begun_line_ == 0 || !is_new || list_.gpus.empty()) return;
    list_.begun = begun_;
    list_.end = begun_line_;
  }

  /// What the text ends within: a link, or the line that names a GPU; or before the links of a GPU.
  void take_torn_end() {
    if (list_.gpus.empty()) return;
    if (is_in_links_) return leave_out_torn_link();
    const bool names_gpu = named_gpus(last_text_).has_value();
    const std::size_t uuid = last_text_.find("(UUID:");
    const bool is_begun = was_in_list_ && is_cut_start(last_text_, "GPU ");
    if (is_begun || (has_uuids_ && names_gpu && uuid == kNone)) return take_torn_gpu();
    if (!names_gpu) return;
    if (uuid != kNone && last_text_.find(')', uuid) == kNone) list_.end = last_line_;
    lacks_links_ = is_behind_links_ && current_ != nullptr && current_->link_line == 0;
  }

  /// A link of a list of links that are up or down whose line does not say which.
  void leave_out_torn_link() {
    const auto link = numbered(last_text_, "Link ");
    if (!link || current_ == nullptr || current_->nvlinks.empty()) return;
    if (!current_->nvlinks.contains(link->number)) listed_[current_number_] = link->number;
  }

  /// "GPU 7: NVIDIA H1", "GPU 1", "G": of a name nobody knows how it goes on.
  void take_torn_gpu() {
    const auto named = named_gpus(last_text_);
    const int next = list_.gpus.rbegin()->first + 1;
    begun_ = named ? named->numbers.back() : next;
    begun_line_ = last_line_;
    if (list_.again == last_line_) list_.again = 0;
    const auto only = list_.gpus.find(begun_);
    const bool is_of_line = only != list_.gpus.end() && only->second.line == last_line_;
    if (is_of_line && list_.gpus.size() > 1) list_.gpus.erase(only);
  }

  /// Notes where the text, or what was left of it, ends within a list of links or a GPU's box.
  void follow_end(std::string_view line, std::size_t number) {
    if (line.empty() || line.starts_with("```")) return;
    const bool was_in_links = is_in_links_;
    was_in_list_ = is_in_links_ || (is_at_gpu_ && has_uuids_);
    last_line_ = number;
    last_text_ = line;
    const auto link = numbered(line, "Link ");
    if (is_elision(line)) {
      if (is_in_links_) cut_links_.emplace(current_number_, number);
      if (is_in_links_ || is_in_box_ || is_at_gpu_) left_out_ = number;
      is_in_links_ = false;
      return;
    }
    has_borders_ = has_borders_ || line.starts_with("+-");
    is_at_gpu_ = named_gpus(line).has_value();
    if (is_at_gpu_) {
      left_out_ = 0;
      is_behind_links_ = was_in_links;
    }
    const bool is_torn = was_in_links && is_cut_start(line, "Link ");
    is_in_links_ = (link || is_torn) && current_ != nullptr;
    if (is_in_links_ && link) {
      cut_links_.erase(current_number_);
      left_out_ = 0;
      int& listed = listed_[current_number_];
      listed = std::max(listed, std::min(link->number, kMostLinks) + 1);
    }
    if (!line.starts_with('|')) is_in_box_ = false;
  }

  /// Links of which more follow: fewer than others have, or the model.
  void leave_out_cut_links() {
    // Where nobody says that lines are left out, the others alone show that some are missing.
    const bool is_marked = !cut_links_.empty();
    if (is_in_links_ || lacks_links_) cut_links_.emplace(current_number_, last_line_);
    for (const auto& [number, line] : cut_links_) {
      const auto gpu = list_.gpus.find(number);
      if (gpu == list_.gpus.end()) continue;
      int most = is_marked ? gpu_of_name(gpu->second.name).nvlinks : 0;
      for (const auto& [other, listed] : listed_) most = std::max(most, listed);
      if (listed_[number] >= most) continue;
      gpu->second.is_cut = true;
      gpu->second.nvlinks.clear();
      gpu->second.rates.clear();
      list_.end = line;
    }
    list_.has_links = list_.has_links && std::ranges::any_of(list_.gpus, [](const auto& gpu) {
                        return gpu.second.link_line != 0 && !gpu.second.is_cut;
                      });
  }

  GpuLine* entry(int gpu, std::size_t number) {
    if (gpu >= core::kMaxGpus) return nullptr;
    GpuLine& line = list_.gpus[gpu];
    if (line.line == 0) line.line = number;
    return &line;
  }

  /// A list may have lost its line ends: behind the UUID the next GPU is named.
  void take_gpus_of_line(NamedGpus gpus, std::size_t number) {
    constexpr std::string_view kNext = ") GPU ";
    constexpr int kMost = core::kMaxGpus;
    for (int i = 0; i < kMost; ++i) {
      const std::size_t end =
          gpus.rest.find(kNext, std::min(gpus.rest.find("(UUID:"), gpus.rest.size()));
      const std::string_view next = end == kNone ? std::string_view() : gpus.rest.substr(end + 2);
      gpus.rest = gpus.rest.substr(0, end == kNone ? end : end + 1);
      take_gpus(gpus, number);
      auto others = named_gpus(next);
      if (!others) return;
      gpus = *std::move(others);
    }
  }

  void take_gpus(const NamedGpus& gpus, std::size_t number) {
    const std::size_t uuid = gpus.rest.find("(UUID:");
    const std::string_view name = core::trimmed(gpus.rest.substr(0, uuid));
    if (uuid == kNone && !is_gpu_name(name)) return;
    is_elided_ = false;
    has_uuids_ = has_uuids_ || uuid != kNone;
    is_other_ = false;
    for (const int gpu : gpus.numbers) {
      current_number_ = gpu;
      if (is_of_other_machine(gpu, gpus.rest)) {
        take_other(gpu, name, number);
        continue;
      }
      if (uuid == kNone && list_.find(gpu) == nullptr) bare_.insert(gpu);
      current_ = entry(gpu, number);
      has_rows_only_ = false;
      if (current_ != nullptr) name_gpu(gpu, name, number);
    }
  }

  /// Whether a GPU of this number had another UUID before.
  bool is_of_other_machine(int gpu, std::string_view rest) {
    constexpr std::string_view kUuid = "(UUID:";
    const std::size_t start = rest.find(kUuid);
    const std::size_t end = start == kNone ? kNone : rest.find(')', start);
    if (end == kNone) return false;
    const std::string_view uuid = core::trimmed(rest.substr(start, end - start));
    return uuids_.emplace(gpu, uuid).first->second != uuid;
  }

  void take_other(int gpu, std::string_view name, std::size_t number) {
    const GpuLine* const known = list_.find(gpu);
    const bool is_renamed = known != nullptr && known->name != name && !cut_.contains(gpu);
    if (is_renamed && list_.again == 0) list_.again = number;
    current_ = nullptr;
    is_other_ = true;
  }

  /// Of several machines in one text the first counts. nvidia-smi's own table cuts long names.
  void name_gpu(int gpu, std::string_view name, std::size_t number) {
    if (current_->name.empty() || cut_.erase(gpu) > 0) {
      current_->name = name;
    } else if (current_->name != name && list_.again == 0) {
      list_.again = number;
    }
  }

  void take_link(const Numbered& link, std::size_t number) {
    const bool is_up = link.rest.find("GB/s") != kNone;
    const bool is_down = link.rest.find("inactive") != kNone;
    const bool is_link = link.number < kMostLinks && (is_up || is_down);
    if (is_link && is_other_ && list_.other_links == 0) list_.other_links = number;
    if (current_ == nullptr || !is_link) return;
    list_.has_links = true;
    if (current_->link_line == 0) current_->link_line = number;
    if (is_elided_ && !current_->nvlinks.empty()) {
      const auto [last, was_up] = *current_->nvlinks.rbegin();
      const auto rate = current_->rates.find(last);
      for (int i = last + 1; i < link.number; ++i) {
        current_->nvlinks[i] = was_up;
        if (rate != current_->rates.end()) current_->rates[i] = rate->second;
      }
    }
    is_elided_ = false;
    current_->nvlinks[link.number] = is_up;
    if (is_up) take_rate(link);
  }

  void take_rate(const Numbered& link) {
    double rate = 0;
    std::from_chars(link.rest.data(), link.rest.data() + link.rest.size(), rate);
    if (rate > 0 && rate < kMostGbPerS) current_->rates[link.number] = rate;
  }

  /// A sentence in place of a GPU's links.
  void take_sentence(const std::string& line, std::size_t number) {
    if (current_ == nullptr || line.find("nvlink") == kNone) return;
    const bool is_down = line.find("all links are inactive") != kNone;
    const bool has_none = line.find("not supported") != kNone;
    if (!is_down && !has_none) return;
    list_.has_links = true;
    if (current_->link_line == 0) current_->link_line = number;
    (is_down ? current_->is_all_down : current_->has_none) = true;
  }

  /// As many as its equals list; else as its model has.
  void list_all_down(GpuLine& gpu) const {
    int count = 0;
    for (const auto& [number, other] : list_.gpus) {
      if (!other.is_all_down && !other.nvlinks.empty()) {
        count = std::max(count, other.nvlinks.rbegin()->first + 1);
      }
    }
    const bool is_known = catalogue::gpu_named(gpu.name).model != nullptr;
    if (count == 0 && is_known) count = gpu_of_name(gpu.name).nvlinks;
    for (int link = 0; link < std::max(count, 1); ++link) gpu.nvlinks[link] = false;
  }

  void take_elision(std::size_t number) {
    list_.elided = number;
    is_elided_ = true;
  }

  /// The number of a GPU whose row ends before its bus id does, as the last line of a paste may:
  /// "|   4  NVIDIA A100-S".
  static std::optional<int> begun_row(const std::vector<std::string_view>& words) {
    const auto is_bus_id = [](std::string_view word) { return !short_bus_id(word).empty(); };
    if (words.size() < 3 || std::ranges::any_of(words, is_bus_id)) return {};
    const auto gpu = core::whole_number<int>(words[1]);
    const bool is_gpu = gpu && *gpu >= 0 && *gpu < core::kMaxGpus && begins_name(words[2]);
    return is_gpu ? gpu : std::nullopt;
  }

  void take_instance(std::size_t number) {
    if (current_ == nullptr) return;
    ++current_->instances;
    if (current_->mig_line == 0) current_->mig_line = number;
  }

  /// The rows of nvidia-smi's table that say that a GPU is in MIG mode: "|  |  | Enabled |" in its
  /// box, and "|  0    7   0   0  | ... |" in the list of its instances.
  void take_mig_row(std::string_view plain, std::size_t number) {
    const auto words = smi_words(plain);
    const bool is_mark = words.size() == 1 && words[0] == "Enabled" && is_in_box_;
    if (is_mark && boxed_ != nullptr && boxed_->mig_line == 0) boxed_->mig_line = number;
    if (words.size() > 1 && words[1] == "devices:" && words[0] == "MIG") is_in_instances_ = true;
    if (!words.empty() && words[0] == "Processes:") is_in_instances_ = false;
    constexpr std::size_t kIds = 4;  // of GPU, GPU instance, compute instance and device
    const bool is_instance =
        is_in_instances_ && words.size() > kIds &&
        std::all_of(words.begin(), words.begin() + kIds, [](std::string_view word) {
          return core::whole_number<int>(word).has_value();
        });
    if (!is_instance) return;
    const auto gpu = list_.gpus.find(*core::whole_number<int>(words[0]));
    if (gpu == list_.gpus.end()) return;
    ++mig_rows_[gpu->first];
    if (gpu->second.mig_line == 0) gpu->second.mig_line = number;
  }

  /// "|   0  NVIDIA A100-SXM4-40GB    On  |   00000000:07:00.0 Off |     0 |".
  void take_row(std::string_view line, std::size_t number) {
    if (const auto gpu = begun_row(smi_words(line))) {
      begun_ = *gpu;
      begun_line_ = number;
    }
    const std::string plain = without_bars(line);
    const auto words = smi_words(plain);
    take_mig_row(plain, number);
    if (words.size() < 3) return;
    const auto index = core::whole_number<int>(words[0]);
    const auto bus = std::ranges::find_if(
        words, [](std::string_view word) { return !short_bus_id(word).empty(); });
    if (!index || *index < 0 || bus == words.end() || bus == words.begin()) return;
    std::string name;
    // Up to persistence mode.
    const auto end = bus - 1 > words.begin() && is_mode(bus[-1]) ? bus - 1 : bus;
    for (auto word = words.begin() + 1; word != end; ++word) {
      name += (name.empty() ? "" : " ") + std::string(*word);
    }
    // Tables of other programs have short addresses as well.
    constexpr std::size_t kShort = 12;
    const bool may_be_other = bus->size() == kShort && !begins_name(words[1]);
    if (may_be_other && !is_gpu_name(name)) return;
    if (list_.gpus.empty()) has_rows_only_ = true;
    GpuLine* gpu = entry(*index, number);
    if (gpu == nullptr) return;
    is_in_box_ = line.starts_with('|');
    boxed_ = gpu;
    left_out_ = 0;
    if (gpu->name.empty()) {
      gpu->name = name;
      cut_.insert(*index);
    }
    gpu->bus_id = short_bus_id(*bus);
  }

  GpuList list_;
  std::set<int> cut_;  // GPUs whose names may be cut
  std::map<int, std::string_view> uuids_;
  bool is_other_ = false;  // the GPU of the lines is another machine's
  std::set<int> bare_;     // GPUs without UUID: of a list of NVLinks, else of some other text
  GpuLine* current_ = nullptr;
  int current_number_ = 0;
  GpuLine* boxed_ = nullptr;      // of the last row of nvidia-smi's table
  bool is_in_instances_ = false;  // the list of MIG instances of that table
  std::map<int, int> mig_rows_;   // the instances in it, by GPU
  bool is_elided_ = false;
  bool has_rows_only_ = false;  // all GPUs are of nvidia-smi's own table
  // Where the text ends.
  std::size_t last_line_ = 0;
  std::string_view last_text_;
  bool was_in_list_ = false;              // the line before is of a list of GPUs or of links
  bool is_behind_links_ = false;          // the last line that names a GPU is below a link
  bool lacks_links_ = false;              // the text ends before the links of its last GPU
  bool has_uuids_ = false;                // lines that name GPUs have them
  bool is_in_links_ = false;              // the last line is of a list of links
  bool is_at_gpu_ = false;                // the last line names a GPU
  std::size_t left_out_ = 0;              // the line behind which GPUs may be left out; 0: none
  bool has_borders_ = false;              // of nvidia-smi's table
  bool is_in_box_ = false;                // the last line is of a GPU in nvidia-smi's table
  int begun_ = -1;                        // the GPU of the last row that is cut
  std::size_t begun_line_ = 0;            // where that stands; 0 for none
  std::map<int, int> listed_;             // links of each GPU, whatever the lines say of them
  std::map<int, std::size_t> cut_links_;  // the line behind which links may be left out
};

}  // namespace

// The names of NVIDIA's driver start so, and have a number.
bool is_gpu_name(std::string_view text) {
  constexpr std::array<std::string_view, 6> kStarts{"NVIDIA ",  "Tesla ", "Quadro ",
                                                    "GeForce ", "GRID ",  "TITAN "};
  constexpr std::size_t kMostWords = 8;
  if (smi_words(text).size() > kMostWords || text.find_first_of(",;=%") != kNone) return false;
  if (catalogue::gpu_named(text).model != nullptr) return true;
  return std::ranges::any_of(kStarts, [&](auto start) { return text.starts_with(start); }) &&
         text.find_first_of("0123456789") != kNone;
}

std::string short_bus_id(std::string_view word) {
  constexpr std::size_t kLong = 16;
  constexpr std::size_t kShort = 12;  // of drivers until 2017
  if (word.size() == kLong) word.remove_prefix(kLong - kShort);
  const bool has_form =
      word.size() == kShort && word[4] == ':' && word[7] == ':' && word[10] == '.';
  return has_form ? core::lower_case(word) : "";
}

double GpuLine::mean_rate() const {
  double sum = 0;
  for (const auto& [link, rate] : rates) sum += rate;
  return rates.empty() ? 0 : sum / static_cast<double>(rates.size());
}

int GpuLine::active() const {
  return static_cast<int>(
      std::ranges::count_if(nvlinks, [](const auto& link) { return link.second; }));
}

const GpuLine* GpuList::find(int gpu) const {
  const auto found = gpus.find(gpu);
  return found == gpus.end() ? nullptr : &found->second;
}

GpuList gpus_of_query(const host_texts::GpuQuery& query) {
  GpuList list{.source = "nvidia-smi -q", .attached = query.attached};
  for (const host_texts::QueriedGpu& gpu : query.gpus) {
    const std::string_view name = gpu.value("Product Name");
    if (name.empty() || gpu.index >= core::kMaxGpus) continue;
    GpuLine& line = list.gpus[gpu.index];
    line.name = name;
    line.bus_id = gpu.bus_id;
    line.line = gpu.line;
    if (gpu.value("MIG Mode/Current") == "Enabled") line.mig_line = gpu.line;
  }
  return list;
}

namespace {

/// A name that ends the text, without a line end, and is only the start of another's: the text ends
/// within it.
void complete_torn_name(std::string_view text, GpuList& list) {
  if (text.ends_with('\n')) return;
  const std::size_t last = last_line_of(text);
  const auto torn =
      std::ranges::find_if(list.gpus, [last](const auto& gpu) { return gpu.second.line == last; });
  if (torn == list.gpus.end() || torn->second.name.empty()) return;
  if (!core::trimmed(text).ends_with(torn->second.name)) return;
  for (const auto& [number, other] : list.gpus) {
    const bool is_longer = other.name.size() > torn->second.name.size();
    if (!is_longer || !other.name.starts_with(torn->second.name)) continue;
    torn->second.name = other.name;
    list.end = last;
    return;
  }
}

}  // namespace

GpuList parse_smi_gpus(std::string_view text) {
  Reader reader;
  for (core::LineReader lines(text); lines.next();) reader.take(lines.line(), lines.number());
  GpuList list = std::move(reader).finish(env_dump::is_env_dump(text));
  if (list.gpus.empty()) list = parse_csv_gpus(text);
  if (list.gpus.empty()) list = parse_ggml_gpus(text);
  complete_names(text, list);
  complete_torn_name(text, list);
  if (!is_nvidia_smi_query(text)) return list;
  GpuList queried = gpus_of_query(host_texts::parse_gpu_query(text));
  if (list.gpus.empty()) return queried;
  list.attached = queried.attached;
  for (const auto& [number, gpu] : queried.gpus) {
    const auto known = list.gpus.find(number);
    if (known == list.gpus.end()) continue;
    if (known->second.bus_id.empty()) known->second.bus_id = gpu.bus_id;
    if (known->second.mig_line == 0) known->second.mig_line = gpu.mig_line;
  }
  return list;
}

}  // namespace treering::hw::formats::nvidia_smi
