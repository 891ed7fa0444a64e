using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class LessThanOrEqualTests : ComparisonTests
{
    protected override (bool Lower, bool Equal, bool Higher) Answers => (true, true, false);

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new LessThanOrEqual<TLeft, TRight, TResult>();
}
