plugins {
    id("com.android.library")
    kotlin("android")
}

android {
    namespace = "example.sigill.reader"
    compileSdk = 35
    defaultConfig { minSdk = 23 }
    sourceSets["main"].kotlin.srcDir("src/android/kotlin")
}
