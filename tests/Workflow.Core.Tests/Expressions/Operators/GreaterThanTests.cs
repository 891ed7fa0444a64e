using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class GreaterThanTests : ComparisonTests
{
    protected override (bool Lower, bool Equal, bool Higher) Answers => (false, false, true);

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new GreaterThan<TLeft, TRight, TResult>();
}
