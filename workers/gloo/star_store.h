// Where ranks of Gloo look up how to connect with each other.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <gloo/rendezvous/store.h>

#include "workers/meeting/star.h"

namespace treering::workers::gloo {

/// What each rank sets goes by way of rank 0 to all. So set() waits until every rank has set its
/// own value, as all do when they connect, and afterwards all values are there.
class StarStore final : public ::gloo::rendezvous::Store {
 public:
  explicit StarStore(meeting::Star& star) : star_(star) {}

  void set(const std::string& key, const std::vector<char>& data) override;
  std::vector<char> get(const std::string& key) override;
  void wait(const std::vector<std::string>& keys) override;
  void wait(const std::vector<std::string>& keys,
            const std::chrono::milliseconds& timeout) override;

 private:
  meeting::Star& star_;
  std::map<std::string, std::vector<char>> values_;
};

}  // namespace treering::workers::gloo
