using System.Text.Json.Serialization;

namespace NativeAot;

/// <summary>The generated code that writes values of the workflow's own types, without reflection.</summary>
[JsonSerializable(typeof(Parcel))]
internal sealed partial class ParcelJson : JsonSerializerContext;
