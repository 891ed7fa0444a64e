using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class OrTests : LogicTests
{
    protected override bool Expected => true;

    private protected override bool?[] Truths => [true, true, true, true, false, null, true, null, null];

    private protected override byte Bits => 0b1110;

    private protected override int OfMoney => 3;

    protected override Activity<bool> Sample() => new Or<bool, bool, bool> { Left = false, Right = true };

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Or<TLeft, TRight, TResult>();
}
