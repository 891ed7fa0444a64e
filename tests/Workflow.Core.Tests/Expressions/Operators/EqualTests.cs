using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class EqualTests : EqualityTests
{
    protected override bool WhenEqual => true;

    private protected override BinaryOperator<TLeft, TRight, TResult> Create<TLeft, TRight, TResult>() => new Equal<TLeft, TRight, TResult>();
}
