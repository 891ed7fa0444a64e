namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs its registration and unregistration; the delegates can throw.</summary>
internal sealed class RegisteredProperty(Log log, string name) : IPropertyRegistrationCallback
{
    public Action<RegistrationContext>? OnRegister { get; set; }

    public Action<RegistrationContext>? OnUnregister { get; set; }

    public void Register(RegistrationContext context)
    {
        log.Add($"{name} registered");
        OnRegister?.Invoke(context);
    }

    public void Unregister(RegistrationContext context)
    {
        log.Add($"{name} unregistered");
        OnUnregister?.Invoke(context);
    }
}
