#include "hw/discover/sources/environment.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/discover/sources/nccl_conf.h"

namespace treering::hw::discover::sources {
namespace {

using core::NcclVariable;
using core::Severity;

constexpr const char* kUserFile = "~/.nccl.conf";
constexpr const char* kSystemFile = "/etc/nccl.conf";
constexpr const char* kLibraryPath = "LD_LIBRARY_PATH";

/// Nothing for a relative path, which depends on where a job is started.
std::optional<std::string> absolute(const std::string& path) {
  if (!path.starts_with('/')) return {};
  std::string normal = std::filesystem::path(path).lexically_normal().string();
  while (normal.size() > 1 && normal.ends_with('/')) normal.pop_back();
  return normal;
}

class EnvironmentSource {
 public:
  explicit EnvironmentSource(const world::World& world)
      : reader_(world), process_(world.environment()) {}

  EnvironmentFacts read() {
    for (const auto& [name, value] : process_) {
      if (name != kLibraryPath) found_[name] = {name, value, discovered_in("the process")};
    }
    if (const auto user = user_file()) read_file(*user);
    read_file(kSystemFile);
    for (auto& [name, variable] : found_) facts_.variables.push_back(std::move(variable));
    const auto libraries = process_.find(kLibraryPath);
    if (libraries != process_.end()) facts_.library_folders = folders_in(libraries->second);
    facts_.unread = reader_.take_unread();
    return std::move(facts_);
  }

 private:
  std::optional<std::string> user_file() {
    const auto given = process_.find("NCCL_CONF_FILE");
    if (given == process_.end() || given->second.empty()) return kUserFile;
    auto path = absolute(given->second);
    if (!path) {
      note(Severity::Warning, "NCCL_CONF_FILE",
           fmt::format("{} is not an absolute path and was not read",
                       core::in_quotes(given->second)));
    } else if (!reader_.exists(*path)) {
      note(Severity::Warning, "NCCL_CONF_FILE",
           fmt::format("{} does not exist, and NCCL ignores ~/.nccl.conf",
                       core::in_quotes(given->second)));
    }
    return path;
  }

  void read_file(const std::string& path) {
    const auto text = reader_.content(path);
    if (!text) return;
    const NcclConf conf = read_nccl_conf(*text);
    for (const NcclConfLine& line : conf.lines) {
      if (line.value.ends_with('\r')) {
        note(Severity::Warning, core::printable(fmt::format("{}:{}", path, line.line)),
             "ends in a carriage return, which NCCL takes as part of the value");
      }
      found_.try_emplace(line.name,
                         NcclVariable{line.name, line.value,
                                      discovered_in(fmt::format("{}:{}", path, line.line))});
    }
    for (const NcclConfLine& line : conf.ignored) {
      note(Severity::Warning, core::printable(fmt::format("{}:{}", path, line.line)),
           fmt::format("NCCL ignores {}: it takes everything before '=' as the name, blanks too",
                       core::in_quotes(line.name)));
    }
  }

  void note(Severity severity, std::string where, std::string text) {
    facts_.notes.push_back({severity, std::move(where), std::move(text)});
  }

  FactReader reader_;
  std::map<std::string, std::string> process_;
  std::map<std::string, NcclVariable> found_;
  EnvironmentFacts facts_;
};

}  // namespace

const NcclVariable* EnvironmentFacts::find(const std::string& name) const {
  const auto found = std::ranges::find(variables, name, &NcclVariable::name);
  return found == variables.end() ? nullptr : &*found;
}

EnvironmentFacts discover_environment(const world::World& world) {
  return EnvironmentSource(world).read();
}

std::vector<std::string> folders_in(const std::string& list) {
  std::vector<std::string> folders;
  std::istringstream stream(list);
  for (std::string part; std::getline(stream, part, ':');) {
    auto folder = absolute(part);
    if (folder) folders.push_back(*std::move(folder));
  }
  return folders;
}

}  // namespace treering::hw::discover::sources
