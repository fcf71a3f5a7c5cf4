#include "bench/rules/published.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>

namespace treering::bench {

std::vector<PublishedTime> read_published(const std::string& file) {
  std::ifstream stream(file);
  std::vector<PublishedTime> all;
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::vector<std::string> fields;
    for (std::string field; std::getline(words, field, ',');) fields.push_back(field);
    if (fields.size() != 9) continue;
    all.push_back({fields[0], std::stoi(fields[1]), std::stoi(fields[2]), fields[3], fields[4],
                   std::stoull(fields[5]), std::stod(fields[6]), fields[7], fields[8]});
  }
  std::ranges::stable_sort(all, {}, [](const PublishedTime& one) {
    return std::tuple(one.topology, one.gpus(), one.bytes);
  });
  return all;
}

}  // namespace treering::bench
