#include "hw/formats/env_dump/facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/pasted.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/catalogue/cpus.h"

namespace treering::hw::formats::env_dump {
namespace {

constexpr auto kNowhere = std::string_view::npos;

/// "key: value" as its parts; the key in lower case.
struct KeyLine {
  std::string key;
  std::string_view value;
};

std::optional<KeyLine> key_line(std::string_view line) {
  constexpr std::size_t kLongestKey = 48;
  const std::size_t colon = line.find(':');
  if (colon == kNowhere || colon == 0) return {};
  const std::string_view key = core::trimmed(line.substr(0, colon));
  if (key.empty() || key.size() > kLongestKey) return {};
  std::string_view value = line.substr(colon + 1);
  // SGLang writes two colons behind some keys.
  while (value.starts_with(':')) value.remove_prefix(1);
  return KeyLine{core::lower_case(key), core::trimmed(value)};
}

// Keys that no other text has. PyTorch: torch/utils/collect_env.py, env_info_fmt; vLLM: its copy,
// collect_env.py; SGLang: python/sglang/check_env.py.
constexpr std::array<std::string_view, 14> kMarks{"pytorch version",
                                                  "cuda used to build pytorch",
                                                  "rocm used to build pytorch",
                                                  "is cuda available",
                                                  "gpu models and configuration",
                                                  "cuda runtime version",
                                                  "cuda_module_loading set to",
                                                  "nvidia driver version",
                                                  "cudnn version",
                                                  "is xnnpack available",
                                                  "vllm version",
                                                  "vllm build flags",
                                                  "cuda driver version",
                                                  "cuda available"};

bool is_mark(const std::optional<KeyLine>& line) {
  return line && std::ranges::find(kMarks, line->key) != kMarks.end();
}

/// Marks that a dump has at least: two lines of nvbandwidth look like them.
int fewest_marks(std::string_view text) {
  constexpr int kFewest = 2;
  return text.find("nvbandwidth Version:") == kNowhere ? kFewest : 2 * kFewest;
}

/// Values that stand for none.
bool is_none(std::string_view value) {
  constexpr std::array<std::string_view, 5> kNone{"n/a", "could not collect", "none", "no cuda",
                                                  "not available"};
  const std::string lower = core::lower_case(value);
  return lower.empty() || std::ranges::find(kNone, lower) != kNone.end();
}

/// "2.27.7" at the start of "2.27.7  pypi_0 pypi", of conda's "2.7.8.1" the release 2.7.8; empty
/// for others.
std::string nccl_release(std::string_view text) {
  constexpr int kParts = 3;
  std::size_t end = 0;
  for (int part = 0; part < kParts; ++part) {
    const std::size_t start = part == 0 ? 0 : end + 1;
    if (part > 0 && (end >= text.size() || text[end] != '.')) return "";
    end = std::min(text.find_first_not_of("0123456789", start), text.size());
    if (end == start) return "";
  }
  return std::string(text.substr(0, end));
}

/// Of "[pip3] nvidia-nccl-cu13==2.27.7", "[conda] nvidia-nccl-cu12  2.26.2  pypi_0", "[conda] nccl
/// 2.7.8.1" or vLLM's "using nccl==2.21.5".
std::string nccl_version_in(std::string_view line) {
  constexpr std::array<std::string_view, 4> kNames{"nvidia-nccl-cu", "nvidia_nccl_cu",
                                                   "nccl==", "[conda] nccl "};
  for (const std::string_view name : kNames) {
    const std::size_t at = line.find(name);
    if (at == kNowhere) continue;
    std::string_view rest = line.substr(at + name.size());
    // The CUDA version of the package, "12" or "13".
    if (name.ends_with("cu")) {
      rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    }
    rest.remove_prefix(std::min(rest.find_first_not_of("= \t"), rest.size()));
    return nccl_release(rest);
  }
  return "";
}

/// "2.28.7" of "22807", as nccl.h counts since 2.9; empty for others.
std::string release_of_code(std::string_view text) {
  constexpr int kLeast = 20900;
  constexpr int kMost = 40000;
  const auto code = core::whole_number<int>(text.substr(0, text.find_first_not_of("0123456789")));
  if (!code || *code < kLeast || *code >= kMost) return "";
  return fmt::format("{}.{}.{}", *code / 10000, *code / 100 % 100, *code % 100);
}

/// What ran: a line that says nothing else, as NCCL_DEBUG=VERSION prints it, or the head of
/// nccl-tests.
std::string nccl_that_ran(std::string_view line) {
  constexpr std::string_view kLibrary = "nccl-library=";
  if (const std::size_t at = line.find(kLibrary); at != kNowhere)
    return release_of_code(line.substr(at + kLibrary.size()));
  constexpr std::string_view kVersion = "NCCL version ";
  if (!line.starts_with(kVersion)) return "";
  const std::string_view rest = core::trimmed(line.substr(kVersion.size()));
  std::string release = nccl_release(rest);
  const std::string_view behind = rest.substr(release.size());
  return behind.empty() || behind.starts_with("+cuda") ? release : "";
}

/// Of pip's and conda's lists; elsewhere people write about versions.
std::string nccl_of_package(std::string_view line) {
  for (const std::string_view tag : {"[pip3] ", "[conda] "}) {
    if (line.starts_with(tag)) line = core::trimmed(line.substr(tag.size()));
  }
  const bool is_package = line.starts_with("nvidia-nccl-cu") || line.starts_with("nvidia_nccl_cu");
  return is_package ? nccl_version_in(line) : "";
}

std::string nccl_of_container(std::string_view line) {
  constexpr std::string_view kVariable = "NCCL_VERSION=";
  const std::size_t at = line.find(kVariable);
  return at == kNowhere ? "" : nccl_release(line.substr(at + kVariable.size()));
}

bool is_of_variable(char c) {
  return (c >= 'A' && c <= 'Z') || core::is_digit(c) || c == '_';
}

std::string_view without_quotes(std::string_view value) {
  for (const char quote : {'"', '\''}) {
    const bool is_quoted = value.size() >= 2 && value.front() == quote && value.back() == quote;
    if (is_quoted) return value.substr(1, value.size() - 2);
  }
  return value;
}

using Variable = std::pair<std::string, std::string>;

/// "NCCL_DEBUG=INFO", also behind "export " or several before a command; each value is one word.
std::vector<Variable> variables_in(std::string_view line) {
  std::vector<Variable> found;
  constexpr std::string_view kExport = "export ";
  if (line.starts_with(kExport)) line = core::trimmed(line.substr(kExport.size()));
  while (line.starts_with("NCCL_")) {
    const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t"), line.size()));
    const std::size_t equals = word.find('=');
    if (equals == kNowhere || !std::ranges::all_of(word.substr(0, equals), is_of_variable)) break;
    found.emplace_back(word.substr(0, equals), without_quotes(word.substr(equals + 1)));
    line = core::trimmed(line.substr(word.size()));
  }
  return found;
}

/// A number of parts of a machine; 0 for other texts.
int count_in(std::string_view value) {
  constexpr int kMost = 4096;
  const int count = core::whole_number<int>(value).value_or(0);
  return count < 0 || count > kMost ? 0 : count;
}

/// "5.15.0-97-generic" of "Linux-5.15.0-97-generic-x86_64-with-glibc2.35" (Python's
/// platform.platform()).
std::string kernel_of(std::string_view platform) {
  constexpr std::string_view kLinux = "Linux-";
  if (!platform.starts_with(kLinux)) return "";
  platform.remove_prefix(kLinux.size());
  std::size_t end = platform.find("-with-");
  for (const std::string_view arch : {"-x86_64", "-aarch64", "-ppc64le"}) {
    end = std::min(end, platform.find(arch));
  }
  return std::string(platform.substr(0, end));
}

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  void take(std::string_view line, std::size_t number) {
    number_ = number;
    line = core::without_launcher_tags(line).text;
    take_bare(core::trimmed(line));
    const auto entry = key_line(line);
    if (!entry) return;
    if (is_mark(entry)) {
      ++marks_;
      if (facts_.line == 0) facts_.line = number;
    }
    take_gpu(*entry);
    if (!is_none(entry->value)) take_value(*entry);
  }

  /// \param fewest marks of a dump
  Facts finish(int fewest) && {
    facts_.is_dump = marks_ >= fewest;
    facts_.cpu = cpu();
    return std::move(facts_);
  }

 private:
  core::Origin origin() const {
    return {core::Origin::Kind::File, fmt::format("{}: line {}", path_, number_)};
  }

  void take_bare(std::string_view line) {
    if (std::string version = nccl_version_in(line); !version.empty()) {
      if (!facts_.host.nccl_version) facts_.host.nccl_version = {std::move(version), origin()};
    }
    for (const Variable& variable : variables_in(line)) add_variable(variable);
  }

  void add_variable(const Variable& variable) {
    constexpr std::size_t kMostVariables = 256;
    auto& known = facts_.host.variables;
    const bool is_known = std::ranges::any_of(known, [&](const core::NcclVariable& one) {
      return one.name == variable.first && one.value == variable.second;
    });
    if (!is_known && known.size() < kMostVariables) {
      known.push_back({variable.first, variable.second, origin()});
    }
  }

  /// "GPU 0,1: NVIDIA A100-SXM4-80GB", "GPU 0,1 Compute Capability: 8.0".
  void take_gpu(const KeyLine& line) {
    constexpr std::string_view kEnd = " compute capability";
    std::string_view key = line.key;
    if (key == "gpu models and configuration" || key.starts_with("gpu ")) {
      const bool is_amd = line.value.starts_with("AMD ") || line.value.find("Instinct") != kNowhere;
      if (is_amd && facts_.gpus_of_amd.empty()) facts_.gpus_of_amd = line.value;
    }
    if (!key.starts_with("gpu ") || !key.ends_with(kEnd)) return;
    key = key.substr(4, key.size() - 4 - kEnd.size());
    const std::size_t dot = line.value.find('.');
    const auto major = core::whole_number<int>(line.value.substr(0, dot));
    const auto minor =
        dot == kNowhere ? std::nullopt : core::whole_number<int>(line.value.substr(dot + 1));
    if (!major || !minor || *major < 1 || *major > 99 || *minor < 0 || *minor > 9) return;
    while (!key.empty()) {
      const std::size_t comma = key.find(',');
      const auto number = core::whole_number<int>(core::trimmed(key.substr(0, comma)));
      if (number && *number >= 0 && *number < core::kMaxGpus) {
        facts_.capability[*number] = *major * 10 + *minor;
      }
      key = comma == kNowhere ? std::string_view() : key.substr(comma + 1);
    }
  }

  void take_value(const KeyLine& line) {
    const auto set = [&](std::optional<core::Figure<std::string>>& field, std::string value) {
      if (!field && !value.empty()) field = {std::move(value), origin()};
    };
    const auto first_word = [](std::string_view value) {
      return std::string(value.substr(0, value.find_first_of(" \t,")));
    };
    const auto keep = [&](std::string& field) {
      if (field.empty()) field = line.value;
    };
    core::HostState& host = facts_.host;
    if (line.key == "nvidia driver version" || line.key == "cuda driver version") {
      set(host.driver_version, first_word(line.value));
    } else if (line.key == "python platform") {
      set(host.kernel, kernel_of(line.value));
      if (arch_.empty()) arch_ = line.value.find("aarch64") != kNowhere ? "aarch64" : "";
    } else if (line.key == "hypervisor vendor") {
      set(host.hypervisor, std::string(line.value));
    } else if (line.key == "architecture") {
      keep(arch_);
    } else if (line.key == "vendor id") {
      keep(vendor_);
    } else if (line.key == "model name") {
      if (!name_) name_ = {std::string(line.value), origin()};
    } else if (line.key == "cpu family") {
      if (!family_) family_ = core::whole_number<int>(line.value);
    } else if (line.key == "nccl version") {
      set(host.nccl_version, nccl_release(line.value));
    } else if (line.key == "socket(s)") {
      facts_.sockets = count_in(line.value);
    } else if (line.key == "numa node(s)") {
      facts_.numa_nodes = count_in(line.value);
    } else if (line.key == "model") {
      if (!model_) model_ = core::whole_number<int>(line.value);
    }
  }

  /// By what lscpu says; what it leaves out, by the name of the model.
  std::optional<core::Device> cpu() const {
    core::Device device;
    core::Cpu cpu;
    const auto named = name_ ? catalogue::cpu_named(name_->value) : std::nullopt;
    if (named) cpu = *named;
    const bool is_x86_maker =
        vendor_ == catalogue::kIntelVendor || vendor_ == catalogue::kAmdVendor;
    if (is_x86_maker) {
      const bool is_other = cpu.vendor != vendor_;
      if (is_other) cpu = {.arch = "x86_64", .vendor = vendor_};
    }
    if (arch_ == "x86_64") cpu.arch = "x86_64";
    if (arch_ == "aarch64" || (cpu.arch.empty() && vendor_ == "ARM")) cpu = {.arch = "arm64"};
    if (arch_.starts_with("ppc64")) cpu = {.arch = "ppc64"};
    if (cpu.arch.empty()) return {};
    if (cpu.arch == "x86_64" && cpu.vendor.empty()) return {};
    set_model(cpu, device);
    if (name_) device.extra.emplace_back("model_name", core::printable(name_->value));
    device.info = std::move(cpu);
    return device;
  }

  void set_model(core::Cpu& cpu, core::Device& device) const {
    if (cpu.arch != "x86_64") return;
    if (family_ && model_) {
      cpu.family = catalogue::nccl_family(*family_);
      cpu.model = model_;
    } else if (cpu.family) {
      // From the name, of which one may stand for several.
      device.assumed.insert(device.assumed.end(), {"family", "model"});
    }
  }

  const std::string& path_;
  Facts facts_;
  int marks_ = 0;
  std::size_t number_ = 0;
  std::string arch_;
  std::string vendor_;
  std::optional<core::Figure<std::string>> name_;
  std::optional<int> family_;
  std::optional<int> model_;
};

}  // namespace

std::optional<core::Figure<std::string>> nccl_named_in(std::string_view text,
                                                       const std::string& path) {
  // People paste what they read, not logs of whole runs.
  constexpr std::size_t kMost = std::size_t{4} << 20U;
  if (text.size() > kMost) return {};
  using Find = std::string (*)(std::string_view line);
  for (const Find find : {Find{nccl_that_ran}, Find{nccl_of_package}, Find{nccl_of_container}}) {
    for (core::LineReader lines(text); lines.next();) {
      std::string release = find(core::trimmed(lines.line()));
      if (release.empty()) continue;
      return core::Figure<std::string>{
          std::move(release),
          {core::Origin::Kind::File, fmt::format("{}: line {}", path, lines.number())}};
    }
  }
  return {};
}

Facts read_facts(std::string_view text, const std::string& path) {
  Reader reader(path);
  for (core::LineReader lines(text); lines.next();) reader.take(lines.line(), lines.number());
  return std::move(reader).finish(fewest_marks(text));
}

std::vector<std::size_t> starts_of_dumps(std::string_view text) {
  // More than a paste has.
  constexpr std::size_t kMost = 64;
  // SGLang's names PyTorch's version without "version".
  for (const std::string_view first : {"pytorch version", "cuda available"}) {
    std::vector<std::size_t> starts;
    for (core::LineReader lines(text); lines.next() && starts.size() < kMost;) {
      const auto line = key_line(core::without_launcher_tags(lines.line()).text);
      if (line && line->key == first) starts.push_back(lines.number());
    }
    if (!starts.empty()) return starts;
  }
  return {};
}

bool is_env_dump(std::string_view text) {
  const int fewest = fewest_marks(text);
  int marks = 0;
  for (core::LineReader lines(text); lines.next() && marks < fewest;) {
    marks += is_mark(key_line(core::without_launcher_tags(lines.line()).text)) ? 1 : 0;
  }
  return marks >= fewest;
}

}  // namespace treering::hw::formats::env_dump
