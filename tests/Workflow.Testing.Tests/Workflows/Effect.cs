using Workflow.Testing;

namespace Workflow.Testing.Tests.Workflows;

/// <summary>An activity with an external effect, such as a mail, a payment or a call of another service.</summary>
internal sealed class Effect : CodeActivity
{
    public Effect(string key) => (Key, DisplayName) = (key, key);

    public string Key { get; }

    protected override void Execute(CodeActivityContext context) => context.GetRequiredExtension<EffectLog>().Add(Key);
}
