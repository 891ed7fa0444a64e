using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class AndAlsoTests : ShortCircuitTests
{
    protected override bool Decisive => false;

    private protected override ShortCircuitOperator Create() => new AndAlso();
}
