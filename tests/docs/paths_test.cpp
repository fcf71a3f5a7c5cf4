// The documents speak of files and folders that exist.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace treering {
namespace paths_test {

namespace fs = std::filesystem;

const std::vector<std::string> kDocuments{"README.md", "CONTRIBUTING.md", "docs"};

/// What git does not keep, at the root.
bool is_generated(const std::string& name) {
  return name == "build" || name == ".git";
}

/// Files and folders from the root, folders without a slash at the end.
std::set<std::string> tree() {
  std::set<std::string> paths;
  for (const auto& top : fs::directory_iterator(".")) {
    const std::string name = top.path().filename().string();
    if (is_generated(name)) continue;
    paths.insert(name);
    if (!top.is_directory()) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top.path())) {
      paths.insert(entry.path().lexically_relative(".").string());
    }
  }
  return paths;
}

std::string without_fences(const std::string& text) {
  std::string result;
  bool is_fenced = false;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    if (line.starts_with("```")) {
      is_fenced = !is_fenced;
    } else if (!is_fenced) {
      result += line + "\n";
    }
    begin = end + 1;
  }
  return result;
}

/// What stands in backticks, outside of blocks of code.
std::vector<std::string> names_in(const std::string& text) {
  static const std::regex kName("`([^`\n]+)`");
  const std::string prose = without_fences(text);
  std::vector<std::string> names;
  for (std::sregex_iterator found(prose.begin(), prose.end(), kName), end; found != end; ++found) {
    names.push_back((*found)[1]);
  }
  return names;
}

/// One of the folders that style and architecture know, whether it exists yet or not.
bool is_our_folder(const std::string& name) {
  static const std::set<std::string> kFolders{"core",   "hw",    "sim",   "tuner",      "app",
                                              "report", "cli",   "emu",   "plugin",     "profiles",
                                              "gui",    "tests", "bench", "examples",   "workers",
                                              "docs",   "cmake", ".ci",   "topologies", ".github"};
  return kFolders.contains(name);
}

/// A path of ours, or the name of a source file.
bool is_path(const std::string& name) {
  static const std::regex kForm("[A-Za-z0-9_.*/-]+");
  static const std::regex kSource("[A-Za-z0-9_*]+\\.(cpp|h|def|cmake)");
  if (!std::regex_match(name, kForm)) return false;
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return std::regex_match(name, kSource);
  return is_our_folder(name.substr(0, slash));
}

/// NAME and '*' stand for anything within a name.
std::regex pattern_of(std::string path) {
  if (path.ends_with('/')) path.pop_back();
  path = std::regex_replace(path, std::regex("\\."), "\\.");
  path = std::regex_replace(path, std::regex("\\*|NAME"), "[^/]*");
  // A bare file name may be in any folder.
  const bool is_bare = path.find('/') == std::string::npos;
  return std::regex((is_bare ? "(.*/)?" : "") + path);
}

bool exists(const std::set<std::string>& paths, const std::string& name) {
  const std::regex pattern = pattern_of(name);
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return std::regex_match(path, pattern); });
}

std::vector<fs::path> documents() {
  std::vector<fs::path> files;
  for (const std::string& document : kDocuments) {
    if (!fs::is_directory(document)) {
      files.emplace_back(document);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(document)) {
      if (entry.path().extension() == ".md") files.push_back(entry.path());
    }
  }
  return files;
}

TEST(Documents, NamePathsThatExist) {
  const std::set<std::string> paths = tree();
  int checked = 0;
  for (const fs::path& document : documents()) {
    std::ifstream stream(document);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    for (const std::string& name : names_in(text)) {
      if (!is_path(name)) continue;
      EXPECT_TRUE(exists(paths, name)) << document.string() << ": `" << name << "`";
      ++checked;
    }
  }
  EXPECT_GT(checked, 50);
}

/// Where the links of a text lead, without the place in the document.
std::vector<std::string> links_in(const std::string& text) {
  static const std::regex kLink("\\]\\(([^)#\n]+)(#[^)\n]*)?\\)");
  const std::string prose = without_fences(text);
  std::vector<std::string> links;
  for (std::sregex_iterator found(prose.begin(), prose.end(), kLink), end; found != end; ++found) {
    links.push_back((*found)[1]);
  }
  return links;
}

TEST(Documents, LinkToFilesThatExist) {
  int checked = 0;
  for (const fs::path& document : documents()) {
    std::ifstream stream(document);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    for (const std::string& link : links_in(text)) {
      if (link.find("://") != std::string::npos) continue;
      EXPECT_TRUE(fs::exists(document.parent_path() / link)) << document.string() << ": " << link;
      ++checked;
    }
  }
  EXPECT_GT(checked, 50);
  EXPECT_EQ(links_in("[a](b.md) ![c](d.svg) [e](f.md#g)\n```\n[h](i)\n```\n[j](#k)"),
            (std::vector<std::string>{"b.md", "d.svg", "f.md"}));
}

/// Folders of a library that its rooms.cmake lists, from the root.
std::vector<std::string> rooms() {
  std::vector<std::string> rooms;
  for (const char* const library :
       {"core", "hw", "sim", "tuner", "workers", "app", "report", "cli", "gui"}) {
    std::ifstream stream(fs::path(library) / "rooms.cmake");
    for (std::string line; std::getline(stream, line);) {
      constexpr std::string_view kCall = "treering_room(";
      if (!line.starts_with(kCall)) continue;
      const std::string folder = line.substr(kCall.size(), line.find_first_of(" )") - kCall.size());
      if (folder == ".") continue;  // the libraries themselves
      const fs::path room = fs::path(library) / folder;
      if (fs::is_directory(room)) rooms.push_back(room.string());
    }
  }
  return rooms;
}

TEST(Documents, ArchitectureNamesEveryRoom) {
  std::ifstream stream("docs/architecture.md");
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const std::vector<std::string> names = names_in(text);
  const auto is_named = [&](const std::string& room) {
    return std::ranges::find(names, room + "/") != names.end();
  };
  EXPECT_GT(rooms().size(), 30);
  for (const std::string& room : rooms()) {
    // Behind the room that it is in a name may stand alone: `real/`.
    const fs::path path(room);
    const bool is_inside =
        is_named(path.parent_path().string()) && is_named(path.filename().string());
    const bool is_command = path.parent_path() == "cli";
    EXPECT_TRUE(is_named(room) || is_inside || is_command)
        << room << " is not in docs/architecture.md";
  }
}

/// "Suite.Name" of every test in our sources.
std::set<std::string> tests() {
  static const std::regex kTest("(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\\((\\w+),\\s*(\\w+)");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator("tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream stream(entry.path());
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    for (std::sregex_iterator found(text.begin(), text.end(), kTest), end; found != end; ++found) {
      names.insert((*found)[1].str() + "." + (*found)[2].str());
    }
  }
  return names;
}

// Each rule of measurement is held by tests: `Suite.Name`, or `Suite.*`.
TEST(Documents, MeasuringNamesTestsThatExist) {
  static const std::regex kForm("([A-Z]\\w+)\\.([A-Z]\\w+|\\*)");
  const std::set<std::string> all = tests();
  std::ifstream stream("docs/measuring.md");
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  int checked = 0;
  for (const std::string& name : names_in(text)) {
    if (!std::regex_match(name, kForm)) continue;
    const std::string start = name.substr(0, name.find('*'));
    const auto found = all.lower_bound(start);
    const bool is_there =
        found != all.end() && (start == name ? *found == name : found->starts_with(start));
    EXPECT_TRUE(is_there) << name;
    ++checked;
  }
  EXPECT_GT(checked, 20);
}

TEST(Documents, TheCheckFindsWhatIsMissing) {
  const std::set<std::string> paths{"sim", "sim/nccl", "sim/nccl/plan.h", "topologies/dgx.json"};
  EXPECT_TRUE(exists(paths, "sim/nccl/"));
  EXPECT_TRUE(exists(paths, "plan.h"));
  EXPECT_TRUE(exists(paths, "sim/nccl/p*"));
  EXPECT_TRUE(exists(paths, "topologies/NAME.json"));
  EXPECT_FALSE(exists(paths, "sim/plan.h"));
  EXPECT_FALSE(exists(paths, "lan.h"));
  EXPECT_TRUE(is_path("hw/sources") && is_path("schedule.cpp"));
  EXPECT_FALSE(is_path("NET/n") || is_path("graph/tuning.cc") || is_path("--to json"));
  EXPECT_EQ(names_in("a `b` c\n```\n`d`\n```\n`e`\n"), (std::vector<std::string>{"b", "e"}));
}

}  // namespace paths_test
}  // namespace treering
