using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class NotEqualTests : EqualityTests
{
    protected override bool WhenEqual => false;

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new NotEqual<TLeft, TRight, TResult>();
}
