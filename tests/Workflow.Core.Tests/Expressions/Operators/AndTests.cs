using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class AndTests : LogicTests
{
    protected override bool Expected => true;

    private protected override bool?[] Truths => [true, false, null, false, false, false, null, false, null];

    private protected override byte Bits => 0b1000;

    private protected override int OfMoney => 2;

    protected override Activity<bool> Sample() => new And<bool, bool, bool> { Left = true, Right = true };

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new And<TLeft, TRight, TResult>();
}
