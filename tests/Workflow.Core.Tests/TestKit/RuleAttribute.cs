using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Cites the rule of the contract that a test verifies; <c>dotnet test --filter Rule=1.2</c> selects the tests of a rule.</summary>
[TraitDiscoverer("Workflow.Core.Tests.TestKit.RuleDiscoverer", "Workflow.Core.Tests")]
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
internal sealed class RuleAttribute(string number) : Attribute, ITraitAttribute
{
    public string Number { get; } = number;
}

internal sealed class RuleDiscoverer : ITraitDiscoverer
{
    public IEnumerable<KeyValuePair<string, string>> GetTraits(IAttributeInfo traitAttribute) =>
        [new("Rule", (string)traitAttribute.GetConstructorArguments().Single())];
}
