#include "hw/catalogue/named_machines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/catalogue/gpus.h"

namespace treering::hw::catalogue {
namespace {

// Adapters: pages of the clouds on their instances (AWS EC2 accelerated computing; Azure ND and NC
// sizes; Google Cloud GPU network bandwidths; OCI bare metal GPU shapes) and data sheets of the
// products, as of 2026. A machine with fewer or slower adapters than a built-in one names them.
constexpr std::array kMachines{
    NamedMachine{"p3dn 24xl", "AWS p3dn.24xlarge", "aws-p3dn"},
    NamedMachine{"p4d 24xl", "AWS p4d.24xlarge", "aws-p4d"},
    NamedMachine{"p4de 24xl", "AWS p4de.24xlarge", "aws-p4d"},
    NamedMachine{"p3dn", "AWS p3dn.24xlarge", "aws-p3dn"},
    NamedMachine{"p4d", "AWS p4d.24xlarge", "aws-p4d"},
    NamedMachine{"p4de", "AWS p4de.24xlarge", "aws-p4d"},
    NamedMachine{"p5 48xl", "AWS p5.48xlarge", "aws-p5"},
    NamedMachine{"p5 instance", "AWS p5.48xlarge", "aws-p5"},
    NamedMachine{"p5 instances", "AWS p5.48xlarge", "aws-p5"},
    NamedMachine{"p5 nodes", "AWS p5.48xlarge", "aws-p5"},
    NamedMachine{"p5 platform", "AWS p5.48xlarge", "aws-p5"},
    NamedMachine{"p5en", "AWS p5en.48xlarge", "aws-p5"},
    NamedMachine{"p5e 48xl", "AWS p5e.48xlarge", "aws-p5"},
    NamedMachine{"p5en 48xl", "AWS p5en.48xlarge", "aws-p5"},
    NamedMachine{"nd40rs v2", "Azure ND40rs_v2", "dgx-1v", "1", "100"},
    NamedMachine{"ndv2", "Azure ND40rs_v2", "dgx-1v", "1", "100"},
    NamedMachine{"nd a100 v4", "Azure ND A100 v4", "azure-nd-a100-v4"},
    NamedMachine{"ndv4", "Azure ND A100 v4", "azure-nd-a100-v4"},
    NamedMachine{"nd h100 v5", "Azure ND96isr_H100_v5", "dgx-h100"},
    NamedMachine{"nd h200 v5", "Azure ND96isr_H200_v5", "dgx-h200"},
    NamedMachine{"nd96asr", "Azure ND96asr_v4", "azure-nd-a100-v4"},
    NamedMachine{"nd96amsr", "Azure ND96amsr_A100_v4", "azure-nd-a100-v4"},
    NamedMachine{"nd96isr h100 v5", "Azure ND96isr_H100_v5", "dgx-h100"},
    NamedMachine{"nd96isr h200 v5", "Azure ND96isr_H200_v5", "dgx-h200"},
    NamedMachine{"a3 highgpu 8g", "GCP a3-highgpu-8g", "dgx-h100", "4", "200"},
    NamedMachine{"a3 high", "GCP a3-highgpu-8g", "dgx-h100", "4", "200"},
    NamedMachine{"a3 megagpu", "GCP a3-megagpu-8g", "dgx-h100", "", "200"},
    NamedMachine{"a3 mega", "GCP a3-megagpu-8g", "dgx-h100", "", "200"},
    NamedMachine{"a3 ultragpu", "GCP a3-ultragpu-8g", "dgx-h200"},
    NamedMachine{"a3 ultra", "GCP a3-ultragpu-8g", "dgx-h200"},
    NamedMachine{"a4 highgpu", "GCP a4-highgpu-8g", "gcp-a4"},
    NamedMachine{"a4 high", "GCP a4-highgpu-8g", "gcp-a4"},
    NamedMachine{"a4 vm", "GCP a4-highgpu-8g", "gcp-a4"},
    NamedMachine{"a4 vms", "GCP a4-highgpu-8g", "gcp-a4"},
    NamedMachine{"bm gpu4 8", "OCI BM.GPU4.8", "dgx-a100"},
    NamedMachine{"bm gpu b4 8", "OCI BM.GPU.B4.8", "dgx-a100"},
    NamedMachine{"bm gpu a100 v2 8", "OCI BM.GPU.A100-v2.8", "dgx-a100"},
    NamedMachine{"bm gpu h100 8", "OCI BM.GPU.H100.8", "oci-h100"},
    NamedMachine{"bm gpu h200 8", "OCI BM.GPU.H200.8", "dgx-h200"},
    NamedMachine{"dgx 1v", "DGX-1V", "dgx-1v"},
    NamedMachine{"dgx 2", "DGX-2", "dgx-2"},
    NamedMachine{"dgx a100", "DGX A100", "dgx-a100"},
    NamedMachine{"dgx h100", "DGX H100", "dgx-h100"},
    NamedMachine{"dgx h200", "DGX H200", "dgx-h200"},
    NamedMachine{"dgx b200", "DGX B200", "dgx-b200"},
    NamedMachine{"dgx b300", "DGX B300", "dgx-b300"},
    NamedMachine{"dgx spark", "DGX Spark", "dgx-spark"},
    NamedMachine{"perlmutter", "Perlmutter", "perlmutter"},
    NamedMachine{"polaris", "Polaris", "polaris"},
    NamedMachine{"marenostrum 5", "MareNostrum 5", "marenostrum5"},
    NamedMachine{"marenostrum5", "MareNostrum 5", "marenostrum5"},
};

/// Signs of other scripts for "x" and for cards that are counted.
struct OtherSign {
  std::string_view sign;  // in UTF-8
  std::string_view word;
};
constexpr std::array<OtherSign, 4> kOtherSigns{
    {{"\u00d7", "x"}, {"\u5361", " cards "}, {"\u5f20", " cards "}, {"\u5757", " cards "}}};

/// The sign that `text` begins with; null for none.
const OtherSign* other_sign(std::string_view text) {
  if (text.empty() || core::is_letter_or_digit(text.front())) return nullptr;
  const auto* const found = std::ranges::find_if(
      kOtherSigns, [text](const OtherSign& one) { return text.starts_with(one.sign); });
  return found == kOtherSigns.end() ? nullptr : found;
}

/// "8*4090", the star for "x".
bool is_times(std::string_view text, std::size_t at) {
  return text[at] == '*' && at > 0 && core::is_digit(text[at - 1]) && at + 1 < text.size() &&
         core::is_letter_or_digit(text[at + 1]);
}

/// In lower case, between blanks, with one blank for each run of other characters.
std::string words_of_text(std::string_view text) {
  std::string words = " ";
  const auto add = [&words](char c) {
    if (core::is_letter_or_digit(c)) {
      words += core::lower_case(c);
    } else if (!words.ends_with(' ')) {
      words += ' ';
    }
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const OtherSign* const sign = other_sign(text.substr(at))) {
      for (const char c : sign->word) add(c);
      at += sign->sign.size() - 1;
    } else {
      add(is_times(text, at) ? 'x' : text[at]);
    }
  }
  if (!words.ends_with(' ')) words += ' ';
  return words;
}

/// "p4de 24xl" is the beginning of a word; other names are whole words.
bool names(const std::string& words, std::string_view word) {
  const std::string start = " " + std::string(word);
  for (std::size_t at = words.find(start); at != std::string::npos;
       at = words.find(start, at + 1)) {
    if (word.ends_with("xl") || words[at + start.size()] == ' ') return true;
  }
  return false;
}

std::vector<std::string> split(const std::string& words) {
  std::vector<std::string> all;
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = words.find(' ', at);
    all.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

/// Whether the word, in capitals, is by itself the name of a GPU. Short ones, as "T4", stand for
/// much else.
bool is_gpu_word(const std::string& word) {
  constexpr std::size_t kShortest = 3;
  const auto models = gpu_models();
  return word.size() >= kShortest &&
         std::ranges::any_of(models, [&](const GpuModel& model) { return model.word == word; });
}

bool is_form_word(const std::string& word) {
  constexpr std::string_view kMemory = "GB";
  return word.starts_with("SXM") || word == "PCIE" || word == "NVL" ||
         (word.size() > kMemory.size() && word.ends_with(kMemory) && core::is_digit(word[0]));
}

/// Without the number before it: "8xa100", "8v100". No such number begins with 0, as "0xa100".
std::string without_count(const std::string& word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  constexpr std::size_t kMost = 4;
  if (digits == 0 || digits > kMost || word[0] == '0') return word;
  if (word[digits] == 'x') return word.substr(digits + 1);
  return is_gpu_word(core::upper_case(word.substr(digits))) ? word.substr(digits) : word;
}

/// "RTX 2080 TI" of "2080ti", "RTX 4090" of "rtx4090": as the table of models has them.
std::string with_series(std::string name) {
  constexpr std::string_view kName = "RTX";
  constexpr std::string_view kForm = "TI";
  constexpr std::size_t kDigits = 4;
  const bool has_series = name.starts_with(kName) && name.size() > kName.size();
  if (has_series && core::is_digit(name[kName.size()])) name.insert(kName.size(), " ");
  const std::size_t digits = name.find_first_not_of("0123456789");
  if (digits == kDigits && name.substr(digits) == kForm) {
    return fmt::format("{} {} {}", kName, name.substr(0, digits), kForm);
  }
  return name;
}

struct GpuWords {
  std::string name;       // empty where they are none
  std::size_t words = 0;  // that it takes
};

/// "4090" with what is written to it: "8x4090", "4090x8", "4090D", "4090s".
struct GeForceWord {
  std::string number;  // empty where it is none
  std::string form;    // "D", "TI"
  bool has_count = false;
};

GeForceWord geforce_word(std::string_view word) {
  constexpr std::size_t kDigits = 4;
  constexpr std::size_t kMostOfCount = 3;
  GeForceWord found;
  const std::size_t times = word.find('x');
  if (times != std::string_view::npos && times > 0 && times <= kMostOfCount) {
    const bool is_count = std::ranges::all_of(word.substr(0, times), core::is_digit);
    if (is_count) word.remove_prefix(times + 1);
    found.has_count = is_count;
  }
  const std::size_t end = std::min(word.find_first_not_of("0123456789"), word.size());
  if (end != kDigits) return {};
  std::string_view rest = word.substr(end);
  const bool is_counted_behind = rest.size() > 1 && rest.size() <= kMostOfCount &&
                                 rest.front() == 'x' &&
                                 std::ranges::all_of(rest.substr(1), core::is_digit);
  if (is_counted_behind || rest == "s") {
    found.has_count = true;
    rest = {};
  }
  found.number = word.substr(0, end);
  found.form = core::upper_case(rest);
  return found;
}

bool is_any_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Whether the words around a bare number are about cards: "8 cards 4090", "dual 4090", "4090
/// server". "2080 GPUs" alone may be so many.
bool is_among_cards(const std::vector<std::string>& words, std::size_t at, std::size_t end) {
  constexpr std::array<std::string_view, 13> kBefore{"cards",  "card", "gpus",  "gpu",  "geforce",
                                                     "nvidia", "dual", "two",   "four", "six",
                                                     "eight",  "quad", "single"};
  constexpr std::array<std::string_view, 4> kBoxes{"server", "machine", "workstation", "rig"};
  constexpr std::array<std::string_view, 4> kCards{"cards", "card", "gpus", "gpu"};
  const auto word = [&](std::size_t i) {
    return i < words.size() ? std::string_view(words[i]) : std::string_view();
  };
  const std::string_view before = at > 0 ? word(at - 1) : std::string_view();
  const bool is_counted = !before.empty() && before.size() < 3 && core::is_digit(before.front());
  if (is_any_of(before, kBefore) || is_any_of(word(end), kBoxes)) return true;
  if (is_counted && is_any_of(word(end), kCards)) return true;
  const bool is_times_before = before == "x" && at > 1 && core::is_digit(words[at - 2].front());
  const std::string_view times = word(end);
  const bool is_times_behind =
      times.starts_with('x') && std::ranges::all_of(times.substr(1), core::is_digit) &&
      (times.size() > 1 || (!word(end + 1).empty() && core::is_digit(word(end + 1).front())));
  return is_times_before || is_times_behind;
}

/// A GeForce by its number alone, where the words around it are about cards.
GpuWords geforce_at(const std::vector<std::string>& words, std::size_t at) {
  const GeForceWord word = geforce_word(words[at]);
  if (word.number.empty()) return {};
  for (const std::string_view series : {"RTX ", "GTX "}) {
    GpuWords found;
    std::string name = std::string(series) + word.number;
    if (!word.form.empty()) name += " " + word.form;
    if (is_gpu_word(name)) found = {name, 1};
    if (word.form.empty() && at + 1 < words.size()) {
      name += " " + core::upper_case(words[at + 1]);
      if (is_gpu_word(name)) found = {name, 2};
    }
    const bool is_said = word.has_count || is_among_cards(words, at, at + found.words);
    if (!found.name.empty() && is_said) return found;
  }
  return {};
}

/// The longest name of a GPU that begins at that word.
GpuWords gpu_at(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::size_t kLongest = 4;  // "RTX PRO 6000 BLACKWELL"
  GpuWords found;
  std::string name = with_series(core::upper_case(without_count(words[at])));
  for (std::size_t count = 1; count <= kLongest; ++count) {
    if (is_gpu_word(name)) found = {name, count};
    if (at + count >= words.size()) break;
    name += " " + core::upper_case(words[at + count]);
  }
  return found;
}

}  // namespace

const NamedMachine* machine_named_in(std::string_view text) {
  const std::string words = words_of_text(text);
  const NamedMachine* found = nullptr;
  for (const NamedMachine& one : kMachines) {
    if (!names(words, one.word)) continue;
    const bool is_same =
        found == nullptr || (found->topology == one.topology && found->nics == one.nics &&
                             found->nic_rate == one.nic_rate);
    if (!is_same) return nullptr;
    if (found == nullptr) found = &one;
  }
  return found;
}

std::vector<std::string> gpus_named_in(std::string_view text) {
  const auto words = split(words_of_text(text));
  std::vector<std::pair<std::string, std::string>> found;  // the word of a model, and with its form
  std::size_t behind = 0;                                  // the last name
  for (std::size_t i = 0; i < words.size(); ++i) {
    GpuWords own = gpu_at(words, i);
    if (own.name.empty() && i >= behind) own = geforce_at(words, i);
    const auto& [name, count] = own;
    if (name.empty()) continue;
    behind = i + count;
    std::size_t next = i + count;
    std::string with_form = name;
    for (; next < words.size() && is_form_word(core::upper_case(words[next])); ++next) {
      with_form += " " + core::upper_case(words[next]);
    }
    auto place = std::ranges::find(found, name, [](const auto& one) { return one.first; });
    if (place == found.end()) place = found.insert(place, {name, with_form});
    if (with_form.size() > place->second.size()) place->second = with_form;
  }
  std::vector<std::string> names;
  for (auto& one : found) names.push_back(std::move(one.second));
  return names;
}

bool names_amd_gpu(std::string_view text) {
  constexpr std::string_view kName = "mi";
  constexpr std::size_t kLeast = 5;  // "mi100"
  const auto words = split(words_of_text(text));
  return std::ranges::any_of(words, [&](const std::string& one) {
    const std::string word = without_count(one);
    return word.size() >= kLeast && word.starts_with(kName) &&
           std::ranges::all_of(word.substr(kName.size(), 3), core::is_digit);
  });
}

std::string gpu_named_in(std::string_view text) {
  auto names = gpus_named_in(text);
  return names.size() == 1 ? std::move(names.front()) : "";
}

namespace {

bool is_number(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, core::is_digit);
}

constexpr std::string_view kTextMarks = ",;|=:_-\n";

/// The words of the text with the marks between them, which tell "4, node_rank" from "4 nodes".
std::vector<std::string> words_and_marks(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kTextMarks, at), text.size());
    for (std::string& word : split(words_of_text(text.substr(at, end - at)))) {
      all.push_back(std::move(word));
    }
    if (end < text.size()) all.emplace_back(std::size_t{1}, text[end]);
    at = end + 1;
  }
  return all;
}

/// The word or mark at that place; a line's end behind the last.
std::string_view part_at(const std::vector<std::string>& words, std::size_t at) {
  return at < words.size() ? std::string_view(words[at]) : std::string_view("\n");
}

bool is_mark(std::string_view word, std::string_view marks) {
  return word.size() == 1 && marks.find(word.front()) != std::string_view::npos;
}

/// "2" of "nnodes=2", "num_nodes: 2", whose "nodes" is at `at`; empty for others, as lists and
/// ranges of nodes and those of NUMA.
std::string_view value_of_nodes(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::array<std::string_view, 6> kBefore{"num", "n", "number", "of", "total", "slurm"};
  const std::string_view sign = part_at(words, at + 1);
  const std::string_view value = part_at(words, at + 2);
  const std::string_view behind = part_at(words, at + 3);
  if (!is_mark(sign, "=:") || !is_number(value)) return {};
  const bool goes_on = is_number(part_at(words, at + 4));
  const bool is_list = behind == "," && is_mark(part_at(words, at + 5), kTextMarks);
  if (goes_on && (is_list || is_mark(behind, "-:"))) return {};
  if (sign != "=" && !is_mark(behind, ",;|\n")) return {};
  if (words[at] == "nnodes") return value;
  if (words[at] != "nodes") return {};
  const bool is_joined = at > 1 && words[at - 1] == "_";
  const std::string_view before = at == 0 ? "\n" : part_at(words, is_joined ? at - 2 : at - 1);
  const bool is_named = sign == "=" || is_mark(before, kTextMarks);
  const bool is_own = !is_joined && is_named && before != "numa";
  return is_own || is_any_of(before, kBefore) ? value : std::string_view();
}

/// Whether the word for nodes at `at` is part of a name or has a number of its own: "node_rank",
/// "node 3", but not "2 node 8 GPU".
bool is_name_of_node(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::array<std::string_view, 5> kOfOne{"rank", "id", "index", "name", "list"};
  constexpr std::array<std::string_view, 5> kCounted{"gpu", "gpus", "x", "card", "cards"};
  const std::string_view next = part_at(words, at + 1);
  const bool is_key = at > 0 && words[at - 1] == "\n" && is_mark(next, "=:");
  if (next == "_" || is_key || is_any_of(next, kOfOne) || !value_of_nodes(words, at).empty())
    return true;
  const bool is_one = words[at].ends_with("node");
  if (is_one && is_mark(next, "=")) return true;
  return is_one && is_number(next) && !is_any_of(part_at(words, at + 2), kCounted);
}

/// "2" of the words "2 nodes" and "two nodes", "8" of "8nodes" at `at`; empty for others.
std::string_view number_of_nodes(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::array<std::string_view, 4> kNodes{"node", "nodes", "hosts", "servers"};
  const std::string_view word = words[at];
  const std::string_view digits = word.substr(0, word.find_first_not_of("0123456789"));
  if (!is_any_of(word.substr(digits.size()), kNodes) || is_name_of_node(words, at)) return {};
  if (!digits.empty() || at == 0) return digits;
  const bool is_joined = at > 1 && is_mark(words[at - 1], "_-\n");
  const std::string_view name = words[is_joined ? at - 2 : at - 1];
  std::string_view before = name;
  if (before.ends_with('x')) before.remove_suffix(1);  // "3x servers"
  if (is_number(before)) return before;
  // "one node" is mostly what several are compared with.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNumbers{
      {{"two", "2"}, {"three", "3"}, {"four", "4"}, {"eight", "8"}}};
  const auto number = std::ranges::find(kNumbers, name, [](const auto& one) { return one.first; });
  return number == kNumbers.end() ? digits : number->second;
}

/// "2" of "2x p5.48xlarge", whose words begin at `at`; empty for others.
std::string_view number_of_machines(const std::vector<std::string>& words, std::size_t at) {
  constexpr std::size_t kLongest = 5;  // words of a name
  const std::string_view count = words[at];
  if (count.size() < 2 || !count.ends_with('x') || !is_number(count.substr(0, count.size() - 1))) {
    return {};
  }
  std::string rest = " ";
  for (std::size_t i = at + 1; i < std::min(at + 1 + kLongest, words.size()); ++i) {
    rest += words[i] + " ";
  }
  const bool is_machine = std::ranges::any_of(kMachines, [&](const NamedMachine& one) {
    return rest.starts_with(" " + std::string(one.word)) && names(rest, one.word);
  });
  return is_machine ? count.substr(0, count.size() - 1) : std::string_view();
}

}  // namespace

std::optional<int> nodes_named_in(std::string_view text) {
  const auto marked = words_and_marks(text);
  const auto words = split(words_of_text(text));
  std::vector<std::string_view> all;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    all.push_back(number_of_nodes(marked, i));
    all.push_back(value_of_nodes(marked, i));
  }
  for (std::size_t i = 0; i < words.size(); ++i) all.push_back(number_of_machines(words, i));
  std::optional<int> found;
  for (const std::string_view digits : all) {
    const auto number = core::whole_number<int>(digits);
    constexpr int kMost = 1 << 16;
    if (!number || *number < 1 || *number > kMost) continue;
    if (found && *found != *number) return {};
    found = *number;
  }
  return found;
}

}  // namespace treering::hw::catalogue
