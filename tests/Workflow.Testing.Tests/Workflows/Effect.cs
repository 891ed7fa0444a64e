using Workflow.Testing;

namespace Workflow.Testing.Tests.Workflows;

/// <summary>An effect in the outside world: a mail, a payment, a call of another service.</summary>
internal sealed class Effect : CodeActivity
{
    public Effect(string key) => (Key, DisplayName) = (key, key);

    public string Key { get; }

    protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<EffectLog>().Add(Key);
}
