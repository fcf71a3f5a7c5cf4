#include "sim/hosts/host_profile.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::sim::hosts {
namespace host_profile_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const Means kMpiTcp{Library::OpenMpi, Transport::Tcp};

// A parameter says what it is measured in, how sure it is and where it comes from.
TEST(HostProfile, AllIsAssumedAtFirst) {
  const core::Profile& profile = assumed_profile();
  EXPECT_EQ(profile.parameters.size(),
            libraries::on_cpus().size() * kTransports.size() * kQuantityCount);
  for (const auto& [name, parameter] : profile.parameters) {
    EXPECT_EQ(problem_of(name, parameter), std::nullopt) << name;
    const bool is_fact = name.ends_with("eager_bytes");
    if (is_fact) {
      EXPECT_EQ(parameter.spread, 0) << name;  // no fit changes it
    } else {
      EXPECT_THAT(parameter.source, StartsWith("assumed: ")) << name;
    }
  }
  EXPECT_EQ(parameter_of(profile, Quantity::EagerLimit, kMpiTcp).value, 65536);
  for (const Transport transport : kTransports) {
    EXPECT_FALSE(is_fitted(profile, {Library::Gloo, transport}));
  }
}

TEST(HostProfile, RoundTrips) {
  core::Profile profile = assumed_profile();
  profile.parameters["mpi.tcp.latency_us"] = {12.5, "us", 0.1, "fitted"};
  const auto read = read_profile(core::profile_to_json(profile), "mine.json");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, profile);
  EXPECT_TRUE(is_fitted(*read, kMpiTcp));
  EXPECT_FALSE(is_fitted(*read, {Library::OpenMpi, Transport::Local}));
}

std::string error_of(const std::string& parameters) {
  const auto read = read_profile(
      R"({"schema": "treering.profile/1", "parameters": {)" + parameters + "}}", "mine.json");
  return read ? "" : read.error().message();
}

TEST(HostProfile, KeepsWhatAFileDoesNotName) {
  EXPECT_EQ(error_of(R"("gloo.local.copy_GBps": {"value": 2, "unit": "GB/s"})"), "");
  const auto read = read_profile(R"({"schema": "treering.profile/1"})", "mine.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->parameters, assumed_profile().parameters);
}

TEST(HostProfile, ErrorsAreSentences) {
  EXPECT_THAT(error_of(R"("mpi.tcp.latency": {"value": 2})"),
              HasSubstr("no parameter 'mpi.tcp.latency' is known, expected one of the model of "
                        "hosts; did you mean 'mpi.tcp.latency_us'"));
  EXPECT_THAT(error_of(R"("mpi.tcp.latency_us": {"value": 2, "unit": "ms"})"),
              HasSubstr("'ms', expected 'us'"));
  EXPECT_THAT(error_of(R"("mpi.tcp.efficiency": {"value": 1.2})"),
              HasSubstr("1.2, expected above 0 and at most 1; it is the share of the links' rate"));
  // The cost model of GPUs has other names.
  EXPECT_THAT(error_of(R"("hopper.launch_us": {"value": 2})"), HasSubstr("no parameter"));
}

}  // namespace host_profile_test
}  // namespace treering::sim::hosts
