// A fabric as a picture: its switches level by level, the hosts below the leaves. What is many is
// drawn as one.
#pragma once

#include "hw/subnet/subnet_fabric.h"
#include "tuner/report/drawing/sheet.h"

namespace treering::tuner::drawing {

Picture subnet_picture(const hw::Subnet& subnet, const hw::SubnetFabric& found,
                       const Heading& heading);

}  // namespace treering::tuner::drawing
