using Workflow.Expressions;

namespace Workflow.Core.Tests.ExpressionsTests;

public sealed class OrElseTests : ShortCircuitTests
{
    protected override bool Decisive => true;

    private protected override ShortCircuitOperator Create() => new OrElse();
}
