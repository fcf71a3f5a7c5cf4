// A rank alone on a library that notes what it is asked for (fake_libraries.h).
#include "workers/nccl/nccl_backend.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/emulated_gpus.h"
#include "tests/workers/nccl/fake_libraries.h"
#include "workers/nccl/device.h"

namespace treering::workers::nccl {
namespace nccl_backend_test {

using core::ReduceOp;
using fake::noted;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;
using tuner::measure::Configuration;

class BackendOfNccl : public testing::Test {
 protected:
  BackendOfNccl() {
    fake::forget();
    unsetenv("NCCL_ALGO");  // variables_ gives them back
    unsetenv("NCCL_PROTO");
  }

  NcclBackend& backend(const Nccl& nccl, const Variables& variables = {}) {
    backend_.emplace(Libraries{fake::cuda(), nccl}, Seat{0, "", variables},
                     meeting::Star(0, 1, {}));
    return *backend_;
  }

  /// Two runs: the first of a configuration, and another.
  void run(const Configuration& asked) {
    std::vector<std::byte> first(asked.call.bytes);
    std::vector<std::byte> second(asked.call.bytes);
    const auto call = backend_->prepare(asked, {first.data(), second.data()});
    ASSERT_TRUE(call.has_value()) << call.error().message();
    (*call)->fill(asked, 0, 1);
    (*call)->run();
    EXPECT_EQ((*call)->wrong_elements(asked, 0, 1), 0);
  }

  support::Variables variables_{{{kFakeVariable, "1"}, {"NCCL_ALGO", ""}, {"NCCL_PROTO", ""}}};
  std::optional<NcclBackend> backend_;
};

// Runs of the second configuration are its first one and ours, of the third too.
TEST_F(BackendOfNccl, SharesACommunicatorWhereCallsTakeSettings) {
  backend(fake::nccl());
  run({.call = {.bytes = 64}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring", .protocol = "ll"}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "nvls_tree"}});
  EXPECT_EQ(noted().communicators, 1);
  EXPECT_EQ(noted().destroyed, 0);
  EXPECT_THAT(noted().selections, ElementsAre("", "", "RING_LL+^RING_LL128", "RING_LL+^RING_LL128",
                                              "NVLSTREE_SIMPLE", "NVLSTREE_SIMPLE"));
  EXPECT_THAT(noted().calls[2],
              Optional(AllOf(Field(&CallSettings::size, 64), Field(&CallSettings::version, 23100),
                             Field(&CallSettings::magic, 0xcafebeef),
                             Field(&CallSettings::are_forced, 1))));
}

TEST_F(BackendOfNccl, MakesAnotherForOtherChannels) {
  backend(fake::nccl());
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring", .channels = 2}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "tree", .channels = 2}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "tree", .channels = 4}});
  EXPECT_EQ(noted().communicators, 2);
  EXPECT_EQ(noted().destroyed, 1);
}

TEST_F(BackendOfNccl, MakesOneForEachWhereCallsTakeNoSettings) {
  backend(fake::old_nccl());
  run({.call = {.bytes = 64}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring"}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "tree"}});
  EXPECT_THAT(noted().variables, ElementsAre("-", "Ring", "Tree"));
  EXPECT_THAT(noted().selections, AllOf(SizeIs(6), Each(IsEmpty())));
}

// A variable overrides what a call asks for, so it has to be another one for each communicator.
TEST_F(BackendOfNccl, MakesOneForEachUnderVariablesOfTheUser) {
  backend(fake::nccl(), {{"NCCL_ALGO", "Tree"}});
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring"}});
  run({.call = {.bytes = 64}});
  EXPECT_THAT(noted().variables, ElementsAre("Ring", "Tree"));
  EXPECT_THAT(noted().selections, Each(IsEmpty()));
}

// As where NCCL keeps LL128 off, but heeds a user who insists.
TEST_F(BackendOfNccl, InsistsWhereACallIsRefused) {
  backend(fake::nccl());
  fake::refuse("RING_LL128");
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring", .protocol = "ll128"}});
  EXPECT_THAT(noted().variables, ElementsAre("-", "Ring"));
  EXPECT_THAT(noted().selections, ElementsAre("RING_LL128", "", ""));
  run({.call = {.bytes = 64}, .way = {.algorithm = "ring", .protocol = "ll"}});
  EXPECT_THAT(noted().variables, ElementsAre("-", "Ring", "-"));
}

// Rank 0 weighs 1; the operation goes before its communicator does.
TEST_F(BackendOfNccl, MakesOperationsOfTheirCommunicator) {
  for (const Nccl& library : {fake::nccl(), fake::old_nccl()}) {
    fake::forget();
    backend(library);
    run({.call = {.bytes = 64, .op = ReduceOp::MulSum}});
    run({.call = {.bytes = 128, .op = ReduceOp::MulSum}});
    fake::refuse("RING_LL128");
    run({.call = {.bytes = 64, .op = ReduceOp::MulSum},
         .way = {.algorithm = "ring", .protocol = "ll128"}});
    backend_.reset();
    EXPECT_EQ(noted().operations, 0);
    EXPECT_EQ(noted().in_use, 0);
    EXPECT_EQ(noted().communicators, noted().destroyed);
    EXPECT_THAT(noted().weights, Each(1.0));
  }
}

TEST_F(BackendOfNccl, SaysWhoFillsAndChecks) {
  EXPECT_EQ(backend(fake::nccl()).environment().at("contents"), "host: kernels: the GPUs are fake");
  EXPECT_TRUE(backend_->needs_host_memory());
}

}  // namespace nccl_backend_test
}  // namespace treering::workers::nccl
