#include "sim/cost/terms/quantity.h"

#include <set>

#include <gtest/gtest.h>

namespace treering::sim::cost::terms {
namespace quantity_test {

TEST(Quantity, NamesCarryTheKindOfMachine) {
  const MachineKind kind{"hopper", "mesh", "slingshot", "200G", "arm"};
  EXPECT_EQ(name_for(Quantity::Launch, kind), "hopper.launch_us");
  EXPECT_EQ(name_for(Quantity::HopFactor, kind), "mesh.hop_factor");
  EXPECT_EQ(name_for(Quantity::NetworkRateLl128, kind), "slingshot.channel_GBps.LL128");
  EXPECT_EQ(name_for(Quantity::NetworkRateLl, kind), "arm.proxy_GBps.LL");
  EXPECT_EQ(name_for(Quantity::NetworkHopFactor, kind), "slingshot.hop_factor");
  EXPECT_EQ(name_for(Quantity::HostCall, kind), "host.call_us");
}

TEST(Quantity, EveryNameIsItsOwn) {
  std::set<std::string> names;
  for (const QuantityEntry& entry : kQuantities) {
    EXPECT_TRUE(names.insert(name_for(entry.value, {"g", "l", "n", "r", "c"})).second)
        << entry.name;
    EXPECT_FALSE(entry.meaning.empty()) << entry.name;
  }
}

TEST(Quantity, ProtocolsFollowOneAnother) {
  using nccl::Protocol;
  EXPECT_EQ(for_protocol(Quantity::HopLl, Protocol::Ll), Quantity::HopLl);
  EXPECT_EQ(for_protocol(Quantity::HopLl, Protocol::Ll128), Quantity::HopLl128);
  EXPECT_EQ(for_protocol(Quantity::HopLl, Protocol::Simple), Quantity::HopSimple);
}

TEST(Quantity, UnitsAreThoseOfTheNames) {
  for (const QuantityEntry& entry : kQuantities) {
    const std::string_view name = entry.name;
    const bool is_time = name.find("_us") != std::string_view::npos;
    const bool is_rate = name.find("_GBps") != std::string_view::npos;
    const bool is_size = name.find("_bytes") != std::string_view::npos;
    EXPECT_EQ(entry.unit, is_time ? "us" : is_rate ? "GB/s" : is_size ? "B" : "") << name;
  }
}

// What is called a share or an efficiency is one of a whole.
TEST(Quantity, SharesAreAtMostOne) {
  for (const QuantityEntry& entry : kQuantities) {
    const std::string_view name = entry.name;
    const bool is_share = name.find("efficiency") != std::string_view::npos ||
                          name.find("share") != std::string_view::npos ||
                          entry.meaning.starts_with("share of");
    if (is_share && entry.unit.empty()) {
      EXPECT_EQ(entry.most, kWhole) << name;
    }
    EXPECT_GE(entry.most, kWhole) << name;
  }
}

}  // namespace quantity_test
}  // namespace treering::sim::cost::terms
