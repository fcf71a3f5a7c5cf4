// The invitation that rank 0 of a job publishes in a folder that all ranks see, so that they find
// it.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "tuner/launch/own_folder.h"

namespace treering::workers::meeting {

struct Endpoint {
  std::string host;
  int port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// Only ranks of this user and job read it.
struct Invitation {
  std::vector<Endpoint> endpoints;  // of rank 0, the best first
  std::string token;                // what a rank says, so that nobody else is taken for one
  std::string answer;               // what rank 0 says to it, likewise
};

/// Each token is new: 32 hex digits by chance.
Invitation new_invitation(std::vector<Endpoint> endpoints);

/// An invitation in a new folder of its own, which goes with this. Its name says nothing; the job
/// stands inside, since its text comes from the environment.
class Published {
 public:
  /// Fails where `folder` cannot be used.
  static core::Result<Published> in(const std::string& folder, const std::string& job,
                                    const Invitation& invitation);
  Published(Published&& other) noexcept = default;
  Published& operator=(Published&& other) = delete;

 private:
  explicit Published(tuner::launch::OwnFolder own) : own_(std::move(own)) {}

  tuner::launch::OwnFolder own_;
};

/// The invitations of this user to this job in `folder`, whoever wrote them belongs to no other
/// user. Mostly one; more where a rank 0 was killed.
std::vector<Invitation> published_in(const std::string& folder, const std::string& job);

}  // namespace treering::workers::meeting
