#include "hw/world/anonymise.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/words.h"
#include "hw/world/private_parts.h"

namespace treering::hw {
namespace {

bool is_hex(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Files that hold nothing but what identifies a machine or a part of it.
bool is_identity(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames{
      "hostname", "boot_id", "machine-id", "product_uuid", "uuid", "unique_id", "vpd", "address"};
  return name.find("serial") != std::string_view::npos ||
         std::ranges::find(kNames, name) != kNames.end();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Whether a UUID, 8-4-4-4-12 hexadecimal digits, starts at `at`.
bool is_uuid_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kForm = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  if (text.size() - at < kForm.size()) return false;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == 'x' ? !is_hex(text[at + i]) : text[at + i] != '-') return false;
  }
  const std::size_t end = at + kForm.size();
  return end == text.size() || !is_hex(text[end]);
}

class Anonymiser {
 public:
  explicit Anonymiser(std::string_view host_name) : host_name_(host_name) {}

  std::string text(const std::string& path, const std::string& content) {
    if (is_identity(path.substr(path.rfind('/') + 1))) {
      return fmt::format("anonymised {}\n", number_of(content));
    }
    if (path.ends_with("/config")) return without_private_parts(path, content);  // no text
    return without_serials(plain(without_private_parts(path, content)));
  }

  std::string plain(const std::string& text) { return without_host(without_numbers(text)); }

  std::string path(const std::string& path) { return without_home_names(without_numbers(path)); }

  NvmlAnswers nvml(NvmlAnswers answers) {
    for (NvmlGpu& gpu : answers.gpus) {
      if (gpu.fabric) gpu.fabric->cluster_uuid = without_numbers(gpu.fabric->cluster_uuid);
    }
    return answers;
  }

 private:
  static constexpr std::size_t kUuidSize = 36;

  std::string without_numbers(const std::string& content) {
    std::string result;
    for (std::size_t at = 0; at < content.size();) {
      if (!is_hex(content[at])) {
        result += content[at++];
        continue;
      }
      if (is_uuid_at(content, at)) {
        result += uuid(content.substr(at, kUuidSize));
        at += kUuidSize;
        continue;
      }
      std::size_t end = at;
      while (end < content.size() && (is_hex(content[end]) || content[end] == ':')) ++end;
      result += replaced(content.substr(at, end - at), result);
      at = end;
    }
    return result;
  }

  std::size_t number_of(const std::string& secret) {
    return numbers_.try_emplace(secret, numbers_.size() + 1).first->second;
  }

  /// A number in the form of hexadecimal digits, as many as there were; zero stays zero.
  std::string digits_for(const std::string& digits) {
    if (digits.find_first_not_of('0') == std::string::npos) return digits;
    return fmt::format("{:0{}x}", number_of(core::lower_case(digits)), digits.size());
  }

  std::string uuid(std::string text) {
    std::erase(text, '-');
    text = digits_for(text);
    for (const std::size_t at : {8U, 13U, 18U, 23U}) text.insert(at, 1, '-');
    return text;
  }

  std::string in_groups(const std::string& digits, std::size_t size) {
    const std::string other = digits_for(digits);
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < other.size(); i += size) groups.push_back(other.substr(i, size));
    return fmt::format("{}", fmt::join(groups, ":"));
  }

  /// \param run hexadecimal digits and colons
  /// \param before all that stands before it
  std::string replaced(const std::string& run, std::string_view before) {
    const auto groups = split(run, ':');
    const auto are_all = [&](std::size_t size) {
      return std::ranges::all_of(groups, [&](const auto& group) { return group.size() == size; });
    };
    const auto joined = [&](std::size_t from) {
      return fmt::format(
          "{}", fmt::join(groups.begin() + static_cast<std::ptrdiff_t>(from), groups.end(), ""));
    };
    if (are_all(4) && groups.size() == 4) return in_groups(joined(0), 4);
    if (are_all(4) && groups.size() == 8) {  // a GID: the subnet's prefix, then a GUID
      const bool is_local = groups[0] == "fe80";
      const std::string prefix = joined(0).substr(0, 16);
      return fmt::format("{}:{}", is_local ? run.substr(0, 19) : in_groups(prefix, 4),
                         in_groups(joined(4), 4));
    }
    if (are_all(2) && groups.size() >= 6) return in_groups(joined(0), 2);
    const bool is_name = before.ends_with("enx") && run.size() == 12;
    const bool is_number = before.ends_with("0x") && run.size() == 16;
    return groups.size() == 1 && (is_name || is_number) ? digits_for(run) : run;
  }

  std::string without_host(std::string content) const {
    if (host_name_.empty()) return content;
    for (std::size_t at = content.find(host_name_); at != std::string::npos;
         at = content.find(host_name_, at + 1)) {
      const std::size_t end = at + host_name_.size();
      const bool begins = at == 0 || !is_word(content[at - 1]);
      const bool ends = end == content.size() || !is_word(content[end]);
      if (begins && ends) content.replace(at, host_name_.size(), "host");
    }
    return content;
  }

  /// /proc/cpuinfo of small ARM boards has a line "Serial : ...".
  std::string without_serials(std::string content) {
    for (std::size_t at = content.find("Serial"); at != std::string::npos;
         at = content.find("Serial", at + 1)) {
      if (at != 0 && content[at - 1] != '\n') continue;
      const std::size_t end = std::min(content.find('\n', at), content.size());
      const std::size_t colon = content.find(':', at);
      if (colon >= end) continue;
      const std::string secret = content.substr(colon + 1, end - colon - 1);
      content.replace(colon + 1, end - colon - 1, fmt::format(" {}", number_of(secret)));
    }
    return content;
  }

  std::string host_name_;
  std::map<std::string, std::size_t> numbers_;
};

}  // namespace

Recording anonymised(const Recording& recording, std::string_view host_name) {
  Anonymiser anonymiser(host_name);
  Recording result;
  for (const auto& [path, text] : recording.texts) {
    result.texts[anonymiser.path(path)] = anonymiser.text(path, text);
  }
  for (const auto& [path, target] : recording.links) {
    result.links[anonymiser.path(path)] = anonymiser.path(target);
  }
  for (const std::string& path : recording.folders) {
    result.folders.insert(anonymiser.path(path));
  }
  for (const auto& [path, unseen] : recording.unreadable) {
    result.unreadable[anonymiser.path(path)] = unseen;
  }
  for (const auto& [name, value] : recording.variables) {
    result.variables[name] = anonymiser.plain(without_private_value(name, value));
  }
  result.nvml = recording.nvml.map([&](const auto& nvml) { return anonymiser.nvml(nvml); });
  return result;
}

}  // namespace treering::hw
