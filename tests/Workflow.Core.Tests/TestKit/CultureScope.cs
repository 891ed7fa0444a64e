using System.Globalization;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Sets the current culture until disposed.</summary>
internal sealed class CultureScope : IDisposable
{
    private readonly CultureInfo _culture = CultureInfo.CurrentCulture, _ui = CultureInfo.CurrentUICulture;

    public CultureScope(string name) => CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.GetCultureInfo(name);

    public void Dispose() => (CultureInfo.CurrentCulture, CultureInfo.CurrentUICulture) = (_culture, _ui);
}
