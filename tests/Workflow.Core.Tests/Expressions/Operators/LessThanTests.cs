using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class LessThanTests : ComparisonTests
{
    protected override (bool Lower, bool Equal, bool Higher) Answers => (true, false, false);

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new LessThan<TLeft, TRight, TResult>();
}
