using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class GreaterThanOrEqualTests : ComparisonTests
{
    protected override (bool Lower, bool Equal, bool Higher) Answers => (false, true, true);

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new GreaterThanOrEqual<TLeft, TRight, TResult>();
}
